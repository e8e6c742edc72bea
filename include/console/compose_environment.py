"""Make the environment file of Airflow by Compose, with secrets of this checkout's own, for its owner alone.

    python -m include.console.compose_environment --spark cluster

Made anew with other options it keeps the secrets.
"""

import os
from pathlib import Path
from typing import Annotated

import typer

from include.console.airflow.secrets import USER, write_private
from include.console.compose import airflow_variables, checkout, secrets, spark_by_compose
from include.console.spark import LOCAL, Spark
from include.folders import ROOT, RUNS, STATE

FILE = STATE / "compose.env"

CLUSTER = "cluster"


def main(
    spark: Annotated[str, typer.Option(help="cluster: compose/spark.yaml's; or any master.")] = LOCAL.master,
    port: Annotated[int, typer.Option(help="Of the API server, on 127.0.0.1.")] = 8080,
) -> None:
    """Write the file, and say what is in it."""
    kept = secrets()
    where = spark_by_compose(kept) if spark == CLUSTER else Spark(spark)
    files = ["airflow.yaml", *(["spark.yaml"] if spark == CLUSTER else [])]
    variables = {
        "COMPOSE_PROJECT_NAME": f"kerran-airflow-{checkout()}",
        "COMPOSE_FILE": os.pathsep.join(str(ROOT / "compose" / file) for file in files),
        **airflow_variables(kept, where, os.environ.get("KERRAN_RUNS") or str(RUNS), port),
    }
    RUNS.mkdir(parents=True, exist_ok=True)  # else the engine would, as root
    write_private(FILE, "".join(f"{name}='{value}'\n" for name, value in variables.items()))
    typer.echo(f"{shown(FILE)} is written: http://127.0.0.1:{port}, user {USER}, KERRAN_ADMIN_PASSWORD.")


def shown(file: Path) -> Path:
    """The path as a person in the project's folder would type it."""
    return file.relative_to(ROOT) if file.is_relative_to(ROOT) else file


if __name__ == "__main__":
    typer.run(main)

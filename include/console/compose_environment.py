"""Make the environment file of Airflow by Compose, with secrets of this checkout's own, for its owner alone.

    python -m include.console.compose_environment --spark cluster

Made anew with other options it keeps the secrets.
"""

import os
from typing import Annotated

import typer

from include.clusters.labels import checkout
from include.console.airflow.secrets import USER, write_private
from include.console.compose import airflow_variables, spark_by_compose
from include.console.spark import CLUSTER, LOCAL, Spark
from include.folders import ROOT, STATE

FILE = STATE / "compose.env"


def main(
    spark: Annotated[str, typer.Option(help="cluster: compose/spark.yaml's; or any master.")] = LOCAL.master,
    port: Annotated[int, typer.Option(help="Of the API server, on 127.0.0.1.")] = 8080,
) -> None:
    """Write the file, and say what is in it."""
    files = ["airflow.yaml", "spark.yaml"] if spark == CLUSTER else ["airflow.yaml"]
    variables = {
        "COMPOSE_PROJECT_NAME": f"kerran-airflow-{checkout()}",
        "COMPOSE_FILE": os.pathsep.join(str(ROOT / "compose" / file) for file in files),
        **airflow_variables(spark_by_compose() if spark == CLUSTER else Spark(spark), port),
    }
    write_private(FILE, "".join(f"{name}='{value}'\n" for name, value in variables.items()))
    typer.echo(f"{FILE}: http://127.0.0.1:{port}, user {USER}, password KERRAN_ADMIN_PASSWORD in that file")


if __name__ == "__main__":
    typer.run(main)

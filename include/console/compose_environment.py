"""Make what Airflow by Compose needs: its images, and an environment file with secrets, for its owner alone.

    python -m include.console.compose_environment --spark cluster

With other options it keeps the secrets.
"""

import os
from typing import Annotated

import typer

from include.clusters.engine import EngineError
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
    """Build what isn't, write the file, and say what is in it."""
    typer.echo("Building the images, unless they are there (the first time, some minutes)")
    files = ["airflow.yaml", "spark.yaml"] if spark == CLUSTER else ["airflow.yaml"]
    variables = {
        "COMPOSE_PROJECT_NAME": f"kerran-airflow-{checkout()}",
        "COMPOSE_FILE": os.pathsep.join(str(ROOT / "compose" / file) for file in files),
        **_variables(spark_by_compose() if spark == CLUSTER else Spark(spark), port),
    }
    write_private(FILE, "".join(f"{name}='{value}'\n" for name, value in variables.items()))
    typer.echo(f"{FILE}: http://127.0.0.1:{port}, user {USER}, password KERRAN_ADMIN_PASSWORD in that file")


def _variables(spark: Spark, port: int) -> dict[str, str]:
    try:
        return airflow_variables(spark, port)
    except EngineError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    typer.run(main)

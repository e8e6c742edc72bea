"""Make what Airflow by Compose needs: its images, and an environment file with secrets, for its owner alone.

    python -m include.cli.compose_environment --spark cluster --storage compose

With other options it keeps the secrets.
"""

import os
from typing import Annotated

import typer

from include.cli.compose import airflow_variables, spark_by_compose, storage_variables
from include.cli.spark import CLUSTER, LOCAL, Spark
from include.containers.labels import checkout
from include.errors import PlatformError
from include.folders import ROOT, STATE
from include.local_airflow.secrets import USER, write_private

FILE = STATE / "compose.env"

COMPOSE = "compose"
"""In place of a URL: the object store of ``compose/storage.yaml``."""


def main(
    spark: Annotated[str, typer.Option(help="cluster: compose/spark.yaml's; or any master.")] = LOCAL.master,
    storage: Annotated[
        str, typer.Option(help="compose: compose/storage.yaml's; else runs are where KERRAN_RUNS says.")
    ] = "",
    port: Annotated[int, typer.Option(help="Of the API server, on 127.0.0.1.")] = 8080,
    storage_port: Annotated[int, typer.Option(help="Of the object store, on 127.0.0.1.")] = 9000,
) -> None:
    """Build what isn't, write the file, and say what is in it."""
    typer.echo("Building the images, unless they are there (the first time, some minutes)")
    files = ["airflow.yaml"]
    where = Spark(spark)
    if spark == CLUSTER:
        files.append("spark.yaml")
        where = spark_by_compose()
    try:
        variables = airflow_variables(where, port)
        if storage == COMPOSE:
            files.append("storage.yaml")
            variables |= storage_variables(storage_port)
    except PlatformError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    variables |= {
        "COMPOSE_PROJECT_NAME": f"kerran-airflow-{checkout()}",
        "COMPOSE_FILE": os.pathsep.join(str(ROOT / "compose" / file) for file in files),
    }
    write_private(FILE, "".join(f"{name}='{value}'\n" for name, value in variables.items()))
    typer.echo(f"{FILE}: http://127.0.0.1:{port}, user {USER}, password KERRAN_ADMIN_PASSWORD in that file")


if __name__ == "__main__":
    typer.run(main)

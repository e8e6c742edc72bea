"""Prepare Airflow with Compose: its images, and an environment file that only its owner can read.

    python -m include.cli.compose_environment --spark cluster --storage compose

A later call with other options keeps the secrets.
"""

import os
from enum import StrEnum
from typing import Annotated

import typer

from include.cli.local_airflow.compose_variables import (
    airflow_variables,
    celery_variables,
    spark_by_compose,
    storage_variables,
)
from include.cli.local_airflow.environment import CONTAINERS, LOCAL, USER, SparkMaster, write_private
from include.machine.containers.labels import checkout
from include.machine.errors import PlatformError
from include.machine.folders import ROOT, STATE

FILE = STATE / "compose.env"

COMPOSE = "compose"
"""The value of ``--storage`` that selects the object store of ``compose/storage.yaml``."""


class Executor(StrEnum):
    """The executors of Airflow that have a Compose file."""

    LOCAL = "local"
    CELERY = "celery"


def main(
    spark: Annotated[
        str, typer.Option(help="Spark master: a URL, or `cluster` for the master in compose/spark.yaml.")
    ] = LOCAL.url,
    storage: Annotated[
        str,
        typer.Option(
            help="`compose`: keep runs in the object store of compose/storage.yaml.",
            show_default="KERRAN_RUNS",
        ),
    ] = "",
    executor: Annotated[
        Executor, typer.Option(help="`celery`: run tasks in the two workers of compose/celery.yaml.")
    ] = Executor.LOCAL,
    port: Annotated[int, typer.Option(help="Port of the API server on 127.0.0.1.")] = 8080,
    storage_port: Annotated[int, typer.Option(help="Port of the object store on 127.0.0.1.")] = 9000,
) -> None:
    """Build the missing images, write the environment file, and print its path, the address and the login."""
    typer.echo("Building the images that are missing (the first time, this takes some minutes)")
    files = ["airflow.yaml"]
    master = SparkMaster(spark)
    if spark == CONTAINERS:
        files.append("spark.yaml")
        master = spark_by_compose()
    try:
        variables = airflow_variables(master, port)
        if storage == COMPOSE:
            files.append("storage.yaml")
            variables |= storage_variables(storage_port)
        if executor is Executor.CELERY:
            files.append("celery.yaml")
            variables |= celery_variables()
    except PlatformError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    variables |= {
        "COMPOSE_PROJECT_NAME": f"kerran-airflow-{checkout()}",
        "COMPOSE_FILE": os.pathsep.join(str(ROOT / "compose" / file) for file in files),
    }
    write_private(FILE, "".join(f"{name}='{value}'\n" for name, value in variables.items()))
    typer.echo(
        f"{FILE}: http://127.0.0.1:{port}, user {USER}, the password is KERRAN_ADMIN_PASSWORD in this file"
    )


if __name__ == "__main__":
    typer.run(main)

"""What the files in ``compose/`` take from their environment: places, owner, images, secrets."""

import json
import os
import platform
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe

from include import settings
from include.cli import object_store
from include.cli.spark import Spark
from include.containers.images import Image
from include.containers.labels import checkout
from include.folders import ROOT, STATE
from include.local_airflow.secrets import USER, Secrets, read_or_make, write_private

FOLDER = STATE / "compose"
"""The files that the containers are given beside their variables, each readable by its owner alone."""

SECRETS = FOLDER / "secrets.json"
PASSWD = FOLDER / "passwd"
PASSWORDS = FOLDER / "passwords.json"
SPARK_CONF = FOLDER / "spark"

AIRFLOW_IMAGE = Image("airflow", [ROOT / "pyproject.toml", ROOT / "requirements.txt"])
POSTGRES_IMAGE = Image("postgres")

SPARK_MASTER = "spark://spark-master:7077"
"""On the network of ``compose/spark.yaml``."""

SPARK_DEFAULTS = """\
spark.authenticate true
spark.authenticate.secret {secret}
spark.network.crypto.enabled true
spark.master.rest.enabled false
"""
"""For master, workers and drivers alike. Spark takes a driver's secret from no variable, and an option of the
command line would show it to everybody. Its REST interface asks for no secret."""


@dataclass(frozen=True)
class ComposeSecrets(Secrets):
    """Those of Airflow, and those of its database and of Spark's processes among each other."""

    database_password: str = field(default_factory=lambda: token_urlsafe(24))
    storage_secret: str = field(default_factory=lambda: token_urlsafe(24))
    spark_secret: str = field(default_factory=lambda: token_urlsafe(48))


def spark_variables() -> dict[str, str]:
    """All that ``compose/spark.yaml`` needs; writes the files that they name, and builds the image.

    Raises:
        EngineError: that can't be built.
    """
    user, group = os.getuid(), os.getgid()
    write_private(PASSWD, f"kerran:x:{user}:{group}:kerran:/home/kerran:/bin/bash\n")
    write_private(SPARK_CONF / "spark-defaults.conf", SPARK_DEFAULTS.format(secret=_secrets().spark_secret))
    folder = ROOT / "runs" if "://" in _runs() else Path(_runs()).resolve()
    folder.mkdir(parents=True, exist_ok=True)  # else the engine would, as root
    return {
        "KERRAN_CHECKOUT": checkout(),
        "KERRAN_USER": f"{user}:{group}",
        "KERRAN_PASSWD_FILE": str(PASSWD),
        "KERRAN_RUNS_FOLDER": str(folder),
        "KERRAN_SPARK_CONF": str(SPARK_CONF),
        "KERRAN_AIRFLOW_IMAGE": settings.AIRFLOW_IMAGE.read() or AIRFLOW_IMAGE.built(),
    }


def airflow_variables(spark: Spark, port: int) -> dict[str, str]:
    """All that ``compose/airflow.yaml`` needs; writes the files that they name, and builds the images.

    Args:
        spark: Where it measures.
        port: Of the API server, on 127.0.0.1.

    Raises:
        EngineError: an image can't be built.
    """
    kept = _secrets()
    write_private(PASSWORDS, json.dumps({USER: kept.password}))
    return {
        **spark_variables(),
        "KERRAN_POSTGRES_IMAGE": settings.POSTGRES_IMAGE.read() or POSTGRES_IMAGE.built(),
        "KERRAN_RUNS": _runs(),
        "KERRAN_AIRFLOW_PORT": str(port),
        "KERRAN_HOST": platform.node(),
        "KERRAN_FERNET_KEY": kept.fernet_key,
        "KERRAN_JWT_SECRET": kept.jwt_secret,
        "KERRAN_API_SECRET_KEY": kept.api_secret_key,
        "KERRAN_ADMIN_PASSWORD": kept.password,
        "KERRAN_PASSWORDS_FILE": str(PASSWORDS),
        "KERRAN_DATABASE_PASSWORD": kept.database_password,
        **spark.environment,
    }


def storage_variables(port: int) -> dict[str, str]:
    """All that ``compose/storage.yaml`` needs, and what lets a run be kept there; builds its image.

    Args:
        port: Of the store, on 127.0.0.1.

    Raises:
        PlatformError: the image can't be built, or what goes into it not be fetched.
        JavaError: there is no Java to fetch it with.
    """
    return {
        "KERRAN_STORAGE_IMAGE": object_store.image().built(),
        "KERRAN_STORAGE_PORT": str(port),
        "KERRAN_RUNS": "s3://kerran/runs",
        "AWS_ENDPOINT_URL": "http://object-store:9000",
        "AWS_ACCESS_KEY_ID": "kerran",
        "AWS_SECRET_ACCESS_KEY": _secrets().storage_secret,
    }


def spark_by_compose() -> Spark:
    """The master of ``compose/spark.yaml``, for a driver that is on its network by itself."""
    return Spark(SPARK_MASTER, variables={"SPARK_CONF_DIR": str(SPARK_CONF)})


def _runs() -> str:
    """The folder of the runs, or the URL of a bucket."""
    return settings.RUNS.read() or str(ROOT / "runs")


def _secrets() -> ComposeSecrets:
    """This checkout's secrets for Compose, made once."""
    return read_or_make(SECRETS, ComposeSecrets)

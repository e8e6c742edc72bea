"""The variables of the files in ``compose/``: folders, owner, images and secrets.

With ``compose/storage.yaml``, users can try out runs in an object store. This store is S3Proxy, which serves
a folder over the S3 protocol. The jars of S3Proxy come from Maven Central, as Kafka's jars do. Source:
https://github.com/gaul/s3proxy.
"""

import json
import os
import platform
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_urlsafe

from include.cli.local_airflow.environment import USER, Secrets, SparkMaster, read_or_generate, write_private
from include.cli.local_airflow.s3proxy_jars import s3proxy_jars
from include.machine import settings
from include.machine.containers.images import Image
from include.machine.containers.labels import checkout
from include.machine.folders import ROOT, STATE

FOLDER = STATE / "compose"
"""The folder of the files that the containers read. Only their owner can read these files."""

SECRETS = FOLDER / "secrets.json"
PASSWD = FOLDER / "passwd"
PASSWORDS = FOLDER / "passwords.json"
SPARK_CONF = FOLDER / "spark"

AIRFLOW_IMAGE = Image("airflow", [ROOT / "requirements.txt", ROOT / "requirements.lock"])
POSTGRES_IMAGE = Image("postgres")
REDIS_IMAGE = Image("redis")

SPARK_MASTER_URL = "spark://spark-master:7077"
"""The URL of the master of ``compose/spark.yaml`` in the network of its containers."""

SPARK_DEFAULTS = """\
spark.authenticate true
spark.authenticate.secret {secret}
spark.network.crypto.enabled true
spark.master.rest.enabled false
spark.python.unix.domain.socket.enabled true
spark.executor.extraJavaOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
spark.sql.shuffle.partitions 2
"""
"""The configuration of master, workers and drivers. The file contains the secret, because a driver cannot
read it from an environment variable, and on a command line every user could see it. Spark's REST interface is
disabled, because it requires no secret."""


@dataclass(frozen=True)
class ComposeSecrets(Secrets):
    """The secrets of Airflow, its database and its message broker, of the object store, and of Spark."""

    database_password: str = field(default_factory=lambda: token_urlsafe(24))
    redis_password: str = field(default_factory=lambda: token_urlsafe(24))
    storage_secret: str = field(default_factory=lambda: token_urlsafe(24))
    spark_secret: str = field(default_factory=lambda: token_urlsafe(48))


def spark_variables() -> dict[str, str]:
    """The variables of ``compose/spark.yaml``.

    The function also writes the files that these variables name, and builds the image if it is missing.
    """
    user, group = os.getuid(), os.getgid()
    write_private(PASSWD, f"kerran:x:{user}:{group}:kerran:/home/kerran:/bin/bash\n")
    write_private(SPARK_CONF / "spark-defaults.conf", SPARK_DEFAULTS.format(secret=_secrets().spark_secret))
    folder = ROOT / "runs" if "://" in _runs() else Path(_runs()).resolve()
    folder.mkdir(parents=True, exist_ok=True)  # otherwise the engine creates it, as root
    return {
        "KERRAN_CHECKOUT": checkout(),
        "KERRAN_USER": f"{user}:{group}",
        "KERRAN_PASSWD_FILE": str(PASSWD),
        "KERRAN_RUNS_FOLDER": str(folder),
        "KERRAN_SPARK_CONF": str(SPARK_CONF),
        "KERRAN_AIRFLOW_IMAGE": settings.AIRFLOW_IMAGE.read() or AIRFLOW_IMAGE.built(),
    }


def airflow_variables(spark: SparkMaster, port: int) -> dict[str, str]:
    """The variables of ``compose/airflow.yaml``, with the port of the API server on 127.0.0.1.

    The function also writes the files that these variables name, and builds images that are missing.
    """
    secrets = _secrets()
    write_private(PASSWORDS, json.dumps({USER: secrets.password}))
    return {
        **spark_variables(),
        "KERRAN_POSTGRES_IMAGE": settings.POSTGRES_IMAGE.read() or POSTGRES_IMAGE.built(),
        "KERRAN_RUNS": _runs(),
        "KERRAN_AIRFLOW_PORT": str(port),
        "KERRAN_HOST": platform.node(),
        "KERRAN_FERNET_KEY": secrets.fernet_key,
        "KERRAN_JWT_SECRET": secrets.jwt_secret,
        "KERRAN_API_SECRET_KEY": secrets.api_secret_key,
        "KERRAN_ADMIN_PASSWORD": secrets.password,
        "KERRAN_PASSWORDS_FILE": str(PASSWORDS),
        "KERRAN_DATABASE_PASSWORD": secrets.database_password,
        **spark.environment,
    }


def storage_variables(port: int) -> dict[str, str]:
    """The variables of ``compose/storage.yaml``, and the variables for keeping runs in the store.

    ``port`` is the port of the store on 127.0.0.1. The function also builds the image if it is missing.
    """
    return {
        "KERRAN_STORAGE_IMAGE": Image("storage", contexts={"jars": s3proxy_jars()}).built(),
        "KERRAN_STORAGE_PORT": str(port),
        "KERRAN_RUNS": "s3://kerran/runs",
        "AWS_ENDPOINT_URL": "http://object-store:9000",
        "AWS_ACCESS_KEY_ID": "kerran",
        "AWS_SECRET_ACCESS_KEY": _secrets().storage_secret,
    }


def celery_variables() -> dict[str, str]:
    """Build the image of Redis if it is missing, and return the variables of ``compose/celery.yaml``."""
    return {
        "KERRAN_REDIS_IMAGE": settings.REDIS_IMAGE.read() or REDIS_IMAGE.built(),
        "KERRAN_REDIS_PASSWORD": _secrets().redis_password,
    }


def spark_by_compose() -> SparkMaster:
    """The master of ``compose/spark.yaml``, for a driver that is on the same network."""
    return SparkMaster(SPARK_MASTER_URL, variables={"SPARK_CONF_DIR": str(SPARK_CONF)})


def _runs() -> str:
    """The folder of the runs, or the URL of a bucket."""
    return settings.RUNS.read() or str(ROOT / "runs")


def _secrets() -> ComposeSecrets:
    """The secrets of this checkout for Compose, which are generated once."""
    return read_or_generate(SECRETS, ComposeSecrets)

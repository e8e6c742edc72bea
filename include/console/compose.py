"""What the files in ``compose/`` take from their environment: places, owner, images, secrets."""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from secrets import token_urlsafe

from include.console.airflow.secrets import USER, Secrets, read_or_make, write_private
from include.console.spark import AUTHENTICATED, SECRET, Spark
from include.folders import ROOT, RUNS, STATE

FOLDER = STATE / "compose"
SECRETS = FOLDER / "secrets.json"
PASSWD = FOLDER / "passwd"
PASSWORDS = FOLDER / "passwords.json"

BASE_IMAGE = "KERRAN_BASE_IMAGE"
DEFAULT_BASE_IMAGE = "debian:bookworm-slim"

IMAGES = ROOT / "compose" / "images"
REQUIREMENTS = (ROOT / "pyproject.toml", ROOT / "requirements.txt")

SPARK_MASTER = "spark://spark-master:7077"
"""On the network of ``compose/spark.yaml``."""


@dataclass(frozen=True)
class ComposeSecrets(Secrets):
    """Those of Airflow, and those of its database and of Spark's processes among each other."""

    database_password: str = field(default_factory=lambda: token_urlsafe(24))
    spark_secret: str = field(default_factory=lambda: token_urlsafe(48))


def secrets() -> ComposeSecrets:
    """This checkout's secrets for Compose, made once."""
    return read_or_make(SECRETS, ComposeSecrets)


def checkout() -> str:
    """Names this checkout among all on the machine."""
    return blake2b(str(ROOT).encode(), digest_size=4).hexdigest()


def places() -> dict[str, str]:
    """Variables for whose files they are, where they lie, and which images to run."""
    user, group = os.getuid(), os.getgid()
    PASSWD.parent.mkdir(parents=True, exist_ok=True)
    PASSWD.write_text(f"kerran:x:{user}:{group}:kerran:/home/kerran:/bin/bash\n", encoding="utf-8")
    return {
        "KERRAN_CHECKOUT": checkout(),
        "KERRAN_USER": f"{user}:{group}",
        "KERRAN_PASSWD_FILE": str(PASSWD),
        "KERRAN_RUNS_FOLDER": str(RUNS),
        "KERRAN_AIRFLOW_IMAGE": image("airflow", REQUIREMENTS),
        "POSTGRES_IMAGE": os.environ.get("POSTGRES_IMAGE") or image("postgres"),
        BASE_IMAGE: base_image(),
    }


def spark_variables(kept: ComposeSecrets) -> dict[str, str]:
    """All that ``compose/spark.yaml`` needs."""
    return {**places(), "KERRAN_SPARK_SECRET": kept.spark_secret}


def airflow_variables(kept: ComposeSecrets, spark: Spark, runs: str, port: int) -> dict[str, str]:
    """All that ``compose/airflow.yaml`` needs.

    Args:
        kept: The secrets.
        spark: Where it measures.
        runs: The folder of runs, or the URL of a bucket.
        port: Of the API server, on 127.0.0.1.
    """
    write_private(PASSWORDS, json.dumps({USER: kept.password}))
    return {
        **spark_variables(kept),
        "KERRAN_RUNS": runs,
        "KERRAN_AIRFLOW_PORT": str(port),
        "KERRAN_FERNET_KEY": kept.fernet_key,
        "KERRAN_JWT_SECRET": kept.jwt_secret,
        "KERRAN_API_SECRET_KEY": kept.api_secret_key,
        "KERRAN_ADMIN_PASSWORD": kept.password,
        "KERRAN_PASSWORDS_FILE": str(PASSWORDS),
        "KERRAN_DATABASE_PASSWORD": kept.database_password,
        "AIRFLOW_CONN_SPARK": spark.connection,
    }


def spark_by_compose(kept: ComposeSecrets) -> Spark:
    """The master of ``compose/spark.yaml``, as seen on its own network."""
    return Spark(SPARK_MASTER, AUTHENTICATED, {SECRET: kept.spark_secret})


def image(name: str, more: Iterable[Path] = ()) -> str:
    """An image's name and tag; the tag changes with whatever goes into the image."""
    digest = blake2b(base_image().encode(), digest_size=6)
    for file in [*sorted(path for path in (IMAGES / name).iterdir() if path.is_file()), *more]:
        digest.update(file.read_bytes())
    return f"kerran/{name}:{digest.hexdigest()}"


def base_image() -> str:
    """What the images start from."""
    return os.environ.get(BASE_IMAGE) or DEFAULT_BASE_IMAGE

"""The environment variables, secrets and Spark master of an Airflow for this machine only.

The secrets are generated once for this checkout. Only their owner can read them.
"""

import json
import os
import sys
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from secrets import token_bytes, token_urlsafe
from typing import TypeVar

from include.machine.folders import IMPORT_PATH, ROOT, STATE
from include.machine.settings import CONNECTION_PREFIX, OPEN_FORMS, PATH

USER = "admin"


@dataclass(frozen=True)
class Secrets:
    """Keys that Airflow's components share, and the password of its only user."""

    fernet_key: str = field(default_factory=lambda: urlsafe_b64encode(token_bytes(32)).decode())
    jwt_secret: str = field(default_factory=lambda: token_urlsafe(48))
    api_secret_key: str = field(default_factory=lambda: token_urlsafe(48))
    password: str = field(default_factory=lambda: token_urlsafe(12))


SecretsType = TypeVar("SecretsType", bound=Secrets)


def read_or_generate(file: Path, secrets_type: type[SecretsType]) -> SecretsType:
    """The secrets in ``file``. Missing secrets are generated and added to the file."""
    present = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    secrets = secrets_type(**present)
    if asdict(secrets) != present:
        write_private(file, json.dumps(asdict(secrets)))
    return secrets


def write_private(file: Path, content: str) -> None:
    """Write a file that other users can never read, not even while it is written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new_file = file.with_suffix(".unfinished")
    new_file.unlink(missing_ok=True)
    new_file.touch(mode=0o600, exist_ok=False)
    new_file.write_text(content, encoding="utf-8")
    new_file.replace(file)


@dataclass(frozen=True)
class SparkMaster:
    """A Spark master, the properties that its drivers need, and variables for spark-submit."""

    url: str
    conf: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables of an Airflow whose tasks use this master.

        Kerran itself reads ``conf`` from the extra field of the Airflow connection.
        """
        extra = {"deploy-mode": "client", **({"conf": dict(self.conf)} if self.conf else {})}
        connection = json.dumps({"conn_type": "spark", "host": self.url, "extra": extra})
        return {"AIRFLOW_CONN_SPARK": connection, **self.variables}


LOCAL = SparkMaster("local[2]")

CONTAINERS = "cluster"
"""The value that a user gives instead of a URL, to choose the master and workers of
``compose/spark.yaml``."""


HOME = STATE / "airflow"
LOGS = HOME / "logs"
PASSWORDS = HOME / "passwords.json"
DATABASE = HOME / "airflow.db"

_SETTINGS: dict[str, str] = {
    "CORE__EXECUTOR": "LocalExecutor",
    "CORE__PARALLELISM": "4",
    "CORE__LOAD_EXAMPLES": "False",
    "CORE__DAGS_ARE_PAUSED_AT_CREATION": "False",
    "CORE__MAX_MAP_LENGTH": "1000000",
    "CORE__DAGS_FOLDER": str(ROOT / "dags"),
    "CORE__HOSTNAME_CALLABLE": "socket.gethostname",
    "CORE__SIMPLE_AUTH_MANAGER_USERS": f"{USER}:admin",
    "CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE": str(PASSWORDS),
    "DATABASE__SQL_ALCHEMY_CONN": f"sqlite:///{DATABASE}",
    "DATABASE__CHECK_MIGRATIONS": "False",
    "LOGGING__BASE_LOG_FOLDER": str(LOGS),
    "LOGGING__COLORED_CONSOLE_LOG": "False",
    "SCHEDULER__SCHEDULER_IDLE_SLEEP_TIME": "0.2",  # a shorter time would load the machine that is measured
    "WORKERS__MIN_HEARTBEAT_INTERVAL": "2",  # how soon a cell notices that it was marked as failed
    "WORKERS__EXECUTION_API_TIMEOUT": "60",  # the brokers may keep the whole machine busy
    "API__HOST": "127.0.0.1",
}


NO_PORT = 0
"""Instead of the port of the API server, where there is none."""


def environment(secrets: Secrets, port: int = NO_PORT, spark: SparkMaster = LOCAL) -> dict[str, str]:
    """All environment variables of an Airflow component, with the port of the API server on 127.0.0.1."""
    settings = {
        **_SETTINGS,
        "CORE__FERNET_KEY": secrets.fernet_key,
        "CORE__EXECUTION_API_SERVER_URL": f"http://127.0.0.1:{port}/execution/",
        "API__PORT": str(port),
        "API__BASE_URL": f"http://127.0.0.1:{port}",
        "API__SECRET_KEY": secrets.api_secret_key,
        "API_AUTH__JWT_SECRET": secrets.jwt_secret,
    }
    return {
        OPEN_FORMS.name: "yes",  # only the owner of this checkout can log in
        **_inherited(),
        **{f"AIRFLOW__{name}": value for name, value in settings.items()},
        "AIRFLOW_HOME": str(HOME),
        **spark.environment,
        "PYTHONPATH": str(IMPORT_PATH),
        "PATH": f"{Path(sys.executable).parent}:{PATH.read()}",
    }


def _inherited() -> dict[str, str]:
    """This process's environment variables, except those that would configure or slow down Airflow."""
    return {
        name: value
        for name, value in os.environ.items()
        if (not name.startswith("AIRFLOW") or name.startswith(CONNECTION_PREFIX))
        and name != "PYTHONDONTWRITEBYTECODE"
    }

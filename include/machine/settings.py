"""Every environment variable that Kerran reads: its name, type, default and meaning.

Only this module and ``environment_variable`` read variables. Each option of the command also has a variable,
whose name follows from the option (``option_variable``). ``docs/configuration.md`` is generated from the
variables and the options.
"""

import os
from pathlib import Path
from typing import Any

from include.machine.environment_variable import (
    MOST_HOURS,
    NO_NAMES,
    Value,
    Variable,
    VariableGroup,
    hours_in,
    is_yes,
    names_in,
)

PREFIX = "KERRAN_"


def option_text(option: str) -> str:
    """The value of an option's environment variable; empty if the variable is not set."""
    return os.environ.get(option_variable(option), "")


def make_variables() -> dict[str, str]:
    """The variables on make's command line; empty if the command was not started by make."""
    return {name: os.environ.get(name, "") for name in MAKE_VARIABLES.read().split()}


def own_variables() -> list[str]:
    """The names of all variables in the environment of this process that begin with Kerran's prefix."""
    return sorted(name for name in os.environ if name.startswith(PREFIX))


def is_known(name: str) -> bool:
    """Whether this module describes a variable. It describes no variables of the command's options."""
    return name.startswith(tuple(FOREIGN_PREFIXES)) or any(variable.name == name for variable in VARIABLES)


_declared: list[Variable[Any]] = []


def option_variable(option: str) -> str:
    """The variable of an option of the command: ``KERRAN_LOAD_CPUS`` for ``load_cpus``."""
    return PREFIX + option.upper()


def _declare(variable: Variable[Value]) -> Variable[Value]:
    _declared.append(variable)
    return variable


def _text(
    name: str, group: VariableGroup, kind: str, description: str, default: str = "", default_text: str = ""
) -> Variable[str]:
    return _declare(Variable(name, group, kind, description, str, default, default_text or default))


def _folder(name: str, description: str, default_text: str) -> Variable[Path | None]:
    return _declare(Variable(name, VariableGroup.PLACES, "folder", description, Path, None, default_text))


STATE = _folder(
    "KERRAN_STATE",
    "Airflow's home, its logs and secrets, and the list of processes that were started.",
    ".kerran in the project's folder, or in Airflow's home",
)
RUNS = _text(
    "KERRAN_RUNS",
    VariableGroup.PLACES,
    "folder or URL",
    "The folder that has a folder for every run, or the URL of a bucket and prefix such as s3://bucket/prefix.",
    default_text="runs in the project's folder",
)
CACHE = _folder(
    "KERRAN_CACHE",
    "Downloads that all clones share, such as the jars of Kafka's releases.",
    "kerran in the user's cache folder (~/.cache)",
)
EXPERIMENTS = _folder(
    "KERRAN_EXPERIMENTS",
    "Folder with your experiments. Commands and forms offer them by name, like Kerran's experiments.",
    "none",
)
MACHINE_LEASE = _declare(
    Variable(
        "KERRAN_MACHINE_LEASE",
        VariableGroup.PLACES,
        "file",
        "The lock file that all Kerran deployments on a machine share: only one run at a time has clusters.",
        Path,
        None,
        "machine-lease in the folder KERRAN_CACHE",
    )
)

CLUSTERS = _declare(
    Variable(
        "KERRAN_CLUSTERS",
        VariableGroup.AIRFLOW,
        "list of names, separated by commas",
        "Airflow connections to your Kafka clusters. Each connection gets its own DAG.",
        names_in,
        NO_NAMES,
        "none",
    )
)


def _of_dags(
    name: str, kind: str, description: str, default: str = "", default_text: str = ""
) -> Variable[str]:
    return _text(name, VariableGroup.AIRFLOW, kind, description, default, default_text)


BASELINE = _of_dags(
    "KERRAN_BASELINE",
    "release or settings",
    "Default baseline of the DAG compare_candidate, in its form and for scheduled runs.",
    default_text="as the experiment's file says",
)
CANDIDATE = _of_dags(
    "KERRAN_CANDIDATE",
    "release or settings",
    "Default candidate of the DAG compare_candidate, in its form and for scheduled runs.",
    default_text="as the experiment's file says",
)
ACCEPT_WITHIN_HOURS: Variable[float | None] = _declare(
    Variable(
        "KERRAN_ACCEPT_WITHIN_HOURS",
        VariableGroup.AIRFLOW,
        f"number of hours up to {MOST_HOURS:g}",
        "Time for which a person may accept a regression before the DAG compare_candidate fails.",
        hours_in,
        None,
        "nobody is asked",
    )
)


OPEN_FORMS = _declare(
    Variable(
        "KERRAN_OPEN_FORMS",
        VariableGroup.AIRFLOW,
        "yes or no",
        "Whether the forms of DAGs accept the path of any file as an experiment, any image of brokers, and "
        "any command or image as an application.",
        is_yes,
        default=False,
        default_text="no",
    )
)
QUEUE = _of_dags(
    "KERRAN_QUEUE",
    "name",
    "The queue of Celery workers for all tasks of Kerran's DAGs, and for no tasks of other DAGs.",
    default_text="Airflow's default queue",
)
EXECUTOR = _of_dags(
    "KERRAN_EXECUTOR",
    "name",
    "The executor of all tasks of Kerran's DAGs, if Airflow has several.",
    default_text="Airflow's default executor",
)
POD_TEMPLATE = _of_dags(
    "KERRAN_POD_TEMPLATE",
    "file",
    "The Kubernetes pod template for all tasks of Kerran's DAGs: its path on the scheduler.",
    default_text="Airflow's pod template",
)
REGRESSION_SCHEDULE = _of_dags(
    "KERRAN_REGRESSION_SCHEDULE",
    "cron expression",
    "The schedule of the DAG compare_candidate, when it is switched on.",
    "0 2 * * *",
)

BASE_IMAGE = _text(
    "KERRAN_BASE_IMAGE",
    VariableGroup.CONTAINERS,
    "image",
    "The image on which Kerran's own images are built. Its Python must be that of the virtual environment.",
    "debian:bookworm-slim",
)


def _image(kind: str, contents: str) -> Variable[str]:
    return _text(
        f"KERRAN_{kind.upper()}_IMAGE",
        VariableGroup.CONTAINERS,
        "image",
        f"The image of {contents}.",
        default_text=f"built from compose/images/{kind}",
    )


AIRFLOW_IMAGE = _image("airflow", "Airflow and Spark in containers")
POSTGRES_IMAGE = _image("postgres", "PostgreSQL for Airflow by Compose")
REDIS_IMAGE = _image("redis", "Redis for Celery by Compose, which must take its password from REDIS_PASSWORD")


def _of_compose(name: str, description: str, default: str = "") -> Variable[str]:
    return _text(name, VariableGroup.COMPOSE, "text", description, default, default or "generated")


COMPOSE = (
    _of_compose("KERRAN_CHECKOUT", "The label of this checkout's containers."),
    _of_compose("KERRAN_USER", "User and group that the containers run as."),
    _of_compose("KERRAN_PASSWD_FILE", "The file that is /etc/passwd in the containers."),
    _of_compose("KERRAN_PASSWORDS_FILE", "The file with the password of Airflow's user."),
    _of_compose("KERRAN_RUNS_FOLDER", "The folder of runs that the containers see."),
    _of_compose("KERRAN_SPARK_CONF", "The folder of Spark's configuration, with its secret."),
    _of_compose("KERRAN_SPARK_WORKER_CORES", "Cores of each Spark worker.", "1"),
    _of_compose("KERRAN_SPARK_WORKER_MEMORY", "Memory of each Spark worker.", "1g"),
    _of_compose("KERRAN_AIRFLOW_PORT", "The port of Airflow's API server on 127.0.0.1.", "8080"),
    _of_compose("KERRAN_DAGS_PAUSED", "True: schedules wait until their DAGs are unpaused.", "False"),
    _of_compose("KERRAN_HOST", "The name of this machine, as it is recorded in runs."),
    _of_compose("KERRAN_FERNET_KEY", "Airflow's key for the passwords in its database."),
    _of_compose("KERRAN_JWT_SECRET", "Airflow's secret for the tokens of its API."),
    _of_compose("KERRAN_API_SECRET_KEY", "Airflow's secret for the sessions of its pages."),
    _of_compose("KERRAN_ADMIN_PASSWORD", "The password of Airflow's user admin."),
    _of_compose("KERRAN_DATABASE_PASSWORD", "The password of PostgreSQL's user airflow."),
    _of_compose("KERRAN_REDIS_PASSWORD", "The password of Redis, which Celery's workers use."),
    _of_compose("KERRAN_STORAGE_IMAGE", "The image of the object store."),
    _of_compose("KERRAN_STORAGE_PORT", "The port of the object store on 127.0.0.1.", "9000"),
)


def _internal(name: str, description: str) -> Variable[str]:
    return _text(name, VariableGroup.INTERNAL, "text", description, default_text="not set")


OWNER = _internal("KERRAN_OWNER", "The command (id and start time) for which a process or container runs.")
PARENT = _internal("KERRAN_PARENT", "The process that started a load program. The program ends with it.")
LIFELINE = _internal(
    "KERRAN_LIFELINE", "Set for a load program in a container, which ends when its standard input closes."
)
OWN_NETWORK = _internal("KERRAN_OWN_NETWORK", "Set for a load program that has its own network.")
CLIENT_SECURITY = _internal(
    "KERRAN_CLIENT_SECURITY",
    "The file with the encryption and authentication settings of a load program's client, which the program "
    "removes after reading.",
)
MAKE_VARIABLES = _internal(
    "KERRAN_MAKE_VARIABLES", "The names of the variables on make's command line, for the command to check."
)


def _foreign(name: str, description: str, default_text: str = "not set") -> Variable[str]:
    return _text(name, VariableGroup.FOREIGN, "text", description, default_text=default_text)


AIRFLOW_HOME = _foreign(
    "AIRFLOW_HOME", "The home of the Airflow in which Kerran's wheel is installed.", "~/airflow"
)
JAVA_HOME = _foreign(
    "JAVA_HOME",
    "The Java for Spark, and for brokers and Java clients that run as processes.",
    "the java on PATH",
)
PATH = _text(
    "PATH", VariableGroup.FOREIGN, "folders", "The folders with programs.", os.defpath, "the system's"
)
MAKE_LEVEL = _foreign("MAKELEVEL", "Set by make: the command then ends when make ends.")
DOCKER_HOST = _foreign("DOCKER_HOST", "The address of the container engine.", "that of the Docker context")
DOCKER_CONTEXT = _foreign("DOCKER_CONTEXT", "The Docker context to use.", "the current one")
AWS_ENDPOINT_URL = _foreign("AWS_ENDPOINT_URL", "The address of the object store.", "Amazon S3")
AWS = (
    AWS_ENDPOINT_URL,
    _foreign("AWS_ACCESS_KEY_ID", "The user of the object store."),
    _foreign("AWS_SECRET_ACCESS_KEY", "The secret of that user."),
    _foreign("AWS_SESSION_TOKEN", "The token of a session at the object store."),
    _foreign("AWS_DEFAULT_REGION", "The region of the object store."),
)
AZURE_ACCOUNT_NAME = _foreign("AZURE_STORAGE_ACCOUNT_NAME", "The account of Azure's blob storage.")
AZURE_ACCOUNT_KEY = _foreign(
    "AZURE_STORAGE_ACCOUNT_KEY", "The key of that account.", "the identity of the machine"
)
IMAGE_BUILD = (
    _foreign("PIP_INDEX_URL", "The package index for images and for releases of librdkafka."),
    _foreign("HTTP_PROXY", "The proxy for images and for releases of librdkafka."),
    _foreign("HTTPS_PROXY", "The proxy for images and for releases of librdkafka."),
    _foreign("NO_PROXY", "Hosts that are reached without a proxy."),
)
"""The variables that are handed on to the build of an image, and never recorded."""

CONNECTION_PREFIX = "AIRFLOW_CONN_"


def connection_variable(name: str) -> Variable[str]:
    """The variable with the Airflow connection of this id."""
    return Variable(f"{CONNECTION_PREFIX}{name.upper()}", VariableGroup.FOREIGN, "text", "", str, "")


FOREIGN_PREFIXES = {
    CONNECTION_PREFIX: "An Airflow connection: AIRFLOW_CONN_KAFKA_PROD for CLUSTER=external:kafka_prod.",
    "AIRFLOW__": "A setting of your own Airflow. The Airflow of `kerran sweep` ignores it.",
}
"""For each prefix, the meaning of the variables whose names begin with this prefix."""

VARIABLES = tuple(_declared)
"""All variables except the variables of the command's options, in the order of their declaration."""

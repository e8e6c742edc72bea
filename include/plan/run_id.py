"""The id of a run, which names its folder. The DAG of a run, which determines who may read the run."""

import re
from datetime import datetime

from include.machine.errors import UserError
from include.machine.releases.kafka_catalogue import FOUND_RELEASES
from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath

MAX_LENGTH = 100
"""The maximum number of characters of a run id."""

HISTORY = "history"
RESERVED_NAMES = {
    "latest": "is reserved for the link to the newest run",
    HISTORY: "is reserved for pages about many runs",
    FOUND_RELEASES: "is reserved for the file of Kafka releases that are newer than Kerran",
}
"""The names below ``runs/`` that no run can have, each with the reason."""

ALLOWED = re.compile(r"[A-Za-z0-9._-]+")


class RunIdError(UserError, ValueError):
    """A text that cannot be a run id."""


def new_run_id(experiment: str, now: datetime) -> str:
    """The experiment's name and the time, to the second: ``quick-20261121T094500``."""
    return validate_run_id(f"{experiment}-{now:%Y%m%dT%H%M%S}")


def validate_run_id(run_id: str) -> str:
    """The run id, unchanged. If the text is not a valid run id, a RunIdError gives the reason."""
    if reason := run_id_problem(run_id):
        raise RunIdError(f"run id {run_id!r}: {reason}")
    return run_id


def run_id_problem(run_id: str) -> str | None:
    """The reason why a text is not a valid run id, as the end of a sentence; None if it is valid."""
    if not run_id:
        return "is empty"
    if not ALLOWED.fullmatch(run_id):
        return "may only contain letters (a to z), digits, '.', '_' and '-', because it names a folder"
    if run_id.startswith("."):
        return "may not start with a dot, because the folder would be hidden"
    if run_id in RESERVED_NAMES:
        return RESERVED_NAMES[run_id]
    if len(run_id) > MAX_LENGTH:
        return f"has {len(run_id)} characters, and {MAX_LENGTH} are allowed"
    return None


DAG_FILE = "dag.txt"
"""The file with the id of the DAG, beside ``plan.json``, so that runs can be listed without reading plans."""


def read_dag(run: AnyPath) -> str | None:
    """The id of the DAG that a run belongs to; None if no DAG is recorded."""
    try:
        return dag_id((run / DAG_FILE).read_bytes())
    except FileNotFoundError:
        return None


def dag_id(content: bytes) -> str:
    """The id of the DAG, from the content of ``DAG_FILE``."""
    return content.decode(errors="replace").strip()


def record_dag(run: AnyPath, dag: str) -> None:
    """Record the DAG that a run belongs to."""
    put(run / DAG_FILE, f"{dag}\n")

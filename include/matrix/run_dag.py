"""The DAG that a run belongs to, whose permissions decide who may read the run."""

from include.storage.atomic_write import put
from include.storage.path import AnyPath

DAG_FILE = "dag.txt"
"""Beside ``plan.json``: the id of the DAG. It is a file of its own, so that a list of runs reads no plan."""


def read_dag(run: AnyPath) -> str | None:
    """The id of the DAG that a run belongs to; None if none is recorded."""
    try:
        return dag_id((run / DAG_FILE).read_bytes())
    except FileNotFoundError:
        return None


def dag_id(content: bytes) -> str:
    """The id of the DAG that the content of the file names."""
    return content.decode(errors="replace").strip()


def record_dag(run: AnyPath, dag: str) -> None:
    """Record the DAG that a run belongs to."""
    put(run / DAG_FILE, f"{dag}\n")

"""What the pages ask of the web server that they are a part of: who may read what, and which run is meant."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from include.matrix.run_id import DAG_FILE, dag_id
from include.storage.path import read_all
from include.web.run_store import read_below


@dataclass(frozen=True)
class Reader:
    """A user who is logged in.

    ``reads_all`` is whether the user may read the runs of all DAGs, and therefore also runs of no recorded
    DAG and pages about all runs.
    """

    dags: frozenset[str]
    """The ids of the DAGs whose runs the user may read."""
    reads_all: bool

    def may_read(self, run: str) -> bool:
        """Whether the user may read a run."""
        return self.reads_all or _dag_of(run) in self.dags

    def readable(self, runs: list[str]) -> list[str]:
        """Those of the runs that the user may read. No file is read for a user who may read all of them."""
        if self.reads_all:
            return runs
        permitted = read_all(self.may_read, runs)
        return [run for run, is_permitted in zip(runs, permitted, strict=True) if is_permitted]


def _dag_of(run: str) -> str | None:
    try:
        return dag_id(read_below(run, DAG_FILE))
    except FileNotFoundError:
        return None


Permission = Callable[..., Any]
"""A dependency of FastAPI that raises an HTTPException with status 401 or 403 for who may not read."""


@dataclass(frozen=True)
class PageAccess:
    """The login and the permissions of the web server; the pages have no others."""

    reader: Callable[..., Reader]
    """Returns the user of a request; raises like a ``Permission`` if the user may read no DAG's runs."""
    dag_run: Permission
    """Permits to read the DAG run that the parameter ``dag_id`` of a request names."""
    run_of: Callable[[str, str], str | None]
    """The name of the run that a DAG run planned, by the ids of DAG and DAG run; None if it planned none."""
    login: Callable[[str], str]
    """The address of the page to log in, which leads back to the address of a page."""

"""The pages' interface to the web server: login, permissions, and the run that a DAG run has planned."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from include.machine.storage.path import read_all
from include.plan.run_id import DAG_FILE, dag_id
from include.report.web.run_store import read_below


@dataclass(frozen=True)
class Reader:
    """A user who is logged in.

    ``reads_all``: whether the user may read the runs of all DAGs. Such users may also read runs without a
    recorded DAG, and pages about all runs.
    """

    dags: frozenset[str]
    """The ids of the DAGs whose runs the user may read."""
    reads_all: bool

    def may_read(self, run: str) -> bool:
        """Whether the user may read a run."""
        return self.reads_all or _dag_of(run) in self.dags

    def readable(self, runs: list[str]) -> list[str]:
        """The runs that the user may read. If the user may read all runs, no file is read."""
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
"""A dependency of FastAPI that raises an HTTPException with status 401 or 403 for users without
permission."""


@dataclass(frozen=True)
class PageAccess:
    """The functions of the web server that the pages use for the login and for permissions."""

    reader: Callable[..., Reader]
    """A dependency that gives the user who sent the request. Like a ``Permission``, it raises an
    HTTPException if there is no DAG whose runs the user may read."""
    dag_run: Permission
    """Checks that a user may read the DAG runs of a DAG. The parameter ``dag_id`` of the request names the
    DAG."""
    run_of: Callable[[str, str], str | None]
    """A function that gives the name of the run that a DAG run planned, or None if it planned no run. The
    arguments are the ids of the DAG and of the DAG run."""
    login: Callable[[str], str]
    """A function that gives the address of the login page. After the login, the user gets the page whose
    address is the argument."""

"""What the pages ask of the web server that they are a part of: who may read what, and which run is meant."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from include.web.reader import Reader

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

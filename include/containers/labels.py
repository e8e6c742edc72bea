"""The marks on everything that the engine holds for the project, to be found when all else is lost."""

from collections.abc import Mapping
from hashlib import blake2b

from include.folders import ROOT
from include.processes.identity import ProcessIdentity
from include.processes.owner import mark, owner_of_this_process, parse

CHECKOUT = "kerran.checkout"
RUN = "kerran.run"
OWNER = "kerran.owner"
PROJECT = "com.docker.compose.project"
"""Compose's own, on everything of a project."""


def checkout() -> str:
    """This checkout's mark: others on the same engine are left alone."""
    return blake2b(str(ROOT).encode(), digest_size=6).hexdigest()


def labels(run_id: str, owner: ProcessIdentity | None = None) -> dict[str, str]:
    """The labels of what belongs to a run; the owner is whoever it works for, by default as this process."""
    whose = owner or owner_of_this_process()
    marked = {OWNER: mark(whose)} if whose else {}
    return {CHECKOUT: checkout(), RUN: run_id, **marked}


def owner_in(labels: Mapping[str, str] | None) -> ProcessIdentity | None:
    """For whom something that carries these labels is there; None where they don't say."""
    return parse((labels or {}).get(OWNER))

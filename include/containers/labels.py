"""The labels of everything that the engine holds for Kerran. The labels serve to find and remove it."""

from hashlib import blake2b

from include.folders import ROOT
from include.processes.identity import ProcessIdentity
from include.processes.owner import mark, owner_of_this_process

PREFIX = "kerran."
"""The prefix of the names of these labels."""
CHECKOUT = "kerran.checkout"
RUN = "kerran.run"
OWNER = "kerran.owner"
PROJECT = "com.docker.compose.project"
"""Compose's own label, on everything of a Compose project."""


def checkout() -> str:
    """The label of this checkout. It distinguishes the containers of this checkout from all others."""
    return blake2b(str(ROOT).encode(), digest_size=6).hexdigest()


def labels(run_id: str, owner: ProcessIdentity | None = None) -> dict[str, str]:
    """The labels of a run. Without ``owner``, they name the owner of this process."""
    owner = owner or owner_of_this_process()
    owner_label = {OWNER: mark(owner)} if owner else {}
    return {CHECKOUT: checkout(), RUN: run_id, **owner_label}

"""The labels by which Kerran finds and removes its containers, networks and volumes."""

from hashlib import blake2b

from include.machine.folders import ROOT
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.owner_mark import mark, owner_of_this_process

PREFIX = "kerran."
"""The prefix of the names of Kerran's labels."""
CHECKOUT = "kerran.checkout"
RUN = "kerran.run"
OWNER = "kerran.owner"
PROJECT = "com.docker.compose.project"
"""The label by which Docker Compose marks the containers, networks and volumes of a project."""


def checkout() -> str:
    """The value of the label ``kerran.checkout``: a digest of this checkout's path."""
    return blake2b(str(ROOT).encode(), digest_size=6).hexdigest()


def labels(run_id: str, owner: ProcessIdentity | None = None) -> dict[str, str]:
    """The labels of a run. The default of ``owner`` is the owner of this process."""
    owner = owner or owner_of_this_process()
    owner_label = {OWNER: mark(owner)} if owner else {}
    return {CHECKOUT: checkout(), RUN: run_id, **owner_label}

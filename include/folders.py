"""The folders of Kerran: the checkout, its state, its runs, and the cache that checkouts share."""

from pathlib import Path

from platformdirs import user_cache_path

from include import settings
from include.storage.path import AnyPath, path_of

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""

STATE = settings.STATE.read() or ROOT / ".kerran"
"""The home of Airflow, the registry of processes, and logs."""

RUNS = path_of(settings.RUNS.read() or str(ROOT / "runs"))
"""The parent of the folders of runs; it may be in an object store."""

CACHE = settings.CACHE.read() or user_cache_path("kerran")
"""Jars and other downloads, shared by all checkouts."""

MACHINE_LEASE = settings.MACHINE_LEASE.read() or CACHE / "machine-lease"
"""Which run may have clusters on this machine, whichever deployment of Kerran plans it."""

PROCESSES = STATE / "processes"
"""The registry of processes."""


def work_folder(run: AnyPath) -> Path:
    """The local folder for the processes of a run: the folder of the run, unless it is in an object store."""
    return run if isinstance(run, Path) else STATE / "work" / run.name

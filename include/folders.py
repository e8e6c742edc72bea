"""Where things lie: the project's root, its state, its runs, and the cache that clones share."""

from pathlib import Path

from platformdirs import user_cache_path

from include import settings
from include.storage.path import AnyPath, path_of

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""

STATE = settings.STATE.read() or ROOT / ".kerran"
"""Airflow's home, registered processes, logs of what runs."""

RUNS = path_of(settings.RUNS.read() or str(ROOT / "runs"))
"""A folder for every run; it may be an object store's."""

CACHE = settings.CACHE.read() or user_cache_path("kerran")
"""Jars and other downloads, the same for every clone."""

PROCESSES = STATE / "processes"
"""The registry of processes."""


def workplace(run: AnyPath) -> Path:
    """The local folder in which a run is worked on: its own, unless it is kept in an object store."""
    return run if isinstance(run, Path) else STATE / "work" / run.name

"""Where things lie: the project's root, its state, its runs, and the cache that clones share."""

import os
from pathlib import Path

from platformdirs import user_cache_path

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""

STATE = Path(os.environ.get("KERRAN_STATE", ROOT / ".kerran"))
"""Airflow's home, registered processes, logs of what runs."""

RUNS = Path(os.environ.get("KERRAN_RUNS", ROOT / "runs"))
"""A folder for every run."""

CACHE = Path(os.environ.get("KERRAN_CACHE", user_cache_path("kerran")))
"""Jars and other downloads, the same for every clone."""

PROCESSES = STATE / "processes"
"""The registry of processes."""

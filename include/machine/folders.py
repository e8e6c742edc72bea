"""The folders of Kerran: its code, its state, its runs, and the cache that installations share."""

from pathlib import Path

from platformdirs import user_cache_path

from include.machine import settings
from include.machine.storage.path import AnyPath, path_of

ROOT = Path(__file__).resolve().parents[2]
"""The parent of the folder ``include``: the checkout, or the package ``kerran`` of an installed wheel."""

IS_WHEEL = __name__.startswith("kerran.")
"""Whether this code was installed from a wheel. The packages of a wheel are inside ``kerran`` (see
``setup.py``)."""

IMPORT_PATH = ROOT.parent if IS_WHEEL else ROOT
"""The folder from which started processes import this code: an entry of their ``PYTHONPATH``."""


def _home() -> Path:
    """The parent of the default ``STATE`` and ``RUNS``: the checkout or, for a wheel, Airflow's home."""
    return Path(settings.AIRFLOW_HOME.read() or "~/airflow").expanduser() if IS_WHEEL else ROOT


STATE = settings.STATE.read() or _home() / ".kerran"
"""The folder with the home of a local Airflow, the registry of processes, and logs."""

RUNS = path_of(settings.RUNS.read() or str(_home() / "runs"))
"""The folder that contains the folders of all runs. It may be in an object store."""

CACHE = settings.CACHE.read() or user_cache_path("kerran")
"""The folder of jars and other downloads, shared by all checkouts."""

MACHINE_LEASE = settings.MACHINE_LEASE.read() or CACHE / "machine-lease"
"""The file with the path of the only run that may have clusters on this machine. All deployments of Kerran
use this file."""

PROCESSES = STATE / "processes"
"""The folder with a file for each registered process."""


def work_folder(run: AnyPath) -> Path:
    """The local folder for the processes of a run.

    This is the folder of the run. For a run in an object store, it is a folder below ``STATE``.
    """
    return run if isinstance(run, Path) else STATE / "work" / run.name

"""The lease of this machine.

Only one run at a time has clusters on this machine, because clusters would disturb each other.

Airflow starts the DAG runs of a DAG one after another. But there are several DAGs, a backfill may start
several DAG runs at once, and a machine may have several deployments of Kerran. The lease does not have to be
released, because it ends when the clusters of its run have ended.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from include.machine.errors import UserError


class MachineInUseError(UserError):
    """Another run has the lease."""


@contextmanager
def machine_lease(file: Path, run: Path, has_cluster: Callable[[Path], bool]) -> Iterator[None]:
    """Take the lease for a run; the run's clusters must be started within the ``with`` block.

    Args:
        file: The file that records the local folder of the run that took the lease last. It is locked during
            the block.
        run: The local folder of the run.
        has_cluster: Whether the run with a given local folder has a cluster that is alive.

    Raises:
        MachineInUseError: A cluster of another run is alive or being started.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+", encoding="utf-8") as holder:
        try:
            fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise MachineInUseError("The cluster of another run is being started.") from None
        holder.seek(0)
        last = holder.read()
        if last not in ("", str(run)) and has_cluster(Path(last)):
            raise MachineInUseError(f"The cluster of the run in {last} is still running.")
        holder.truncate(0)
        holder.write(str(run))
        holder.flush()
        yield

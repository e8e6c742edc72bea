"""One cluster at a time on this machine: clusters beside each other would measure each other.

A DAG runs its own one after another; but several DAGs may run, and a backfill starts as many runs as whoever
starts it says. A run whose cluster lives has the turn. So it needs not be given back: it is free as soon as
that cluster is gone, however it ended.
"""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


class NotYetError(Exception):
    """Another run has the turn."""


@contextmanager
def turn(file: Path, run_id: str, lives: Callable[[str], bool]) -> Iterator[None]:
    """Start a run's cluster within this; ``lives`` tells whether the cluster of a run of that name does.

    ``file`` holds the name of the run that had the turn last; it is locked while that starts its cluster.

    Raises:
        NotYetError: another run's cluster lives, or is being started.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a+", encoding="utf-8") as holder:
        try:
            fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotYetError("another run's cluster is being started") from None
        holder.seek(0)
        last = holder.read()
        if last not in ("", run_id) and lives(last):
            raise NotYetError(f"the cluster of run {last} lives")
        holder.truncate(0)
        holder.write(run_id)
        holder.flush()
        yield

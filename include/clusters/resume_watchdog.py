"""Let frozen brokers go on also when whoever froze them is killed.

    python -m include.clusters.resume_watchdog <kind of cluster> <its folder>

waits until its standard input closes, and thaws the cluster unless it was told there that all is well.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from include.clusters.cluster import Cluster
from include.clusters.compose import backend as compose
from include.clusters.embedded import cluster as embedded
from include.errors import PlatformError
from include.folders import PROCESSES, ROOT
from include.processes.identity import ProcessIdentity
from include.processes.registry import Registry

ATTACH: dict[str, Callable[[Path], Cluster]] = {"embedded": embedded.attach, "compose": compose.attach}

WELL = b"well"


@contextmanager
def thawed_whatever_happens(cluster: Cluster) -> Iterator[None]:
    """Have another process thaw the cluster if this one dies within the block."""
    folder = getattr(cluster, "folder", None)
    if folder is None:  # somebody's: nothing of it is ever frozen
        yield
        return
    watcher = subprocess.Popen(
        [sys.executable, "-m", __name__, cluster.record().kind, str(folder)],
        stdin=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    identity = ProcessIdentity.of(watcher.pid)
    Registry(PROCESSES).add(f"watcher over {folder}", identity, ProcessIdentity.of(os.getpid()))
    try:
        yield
    except BaseException:
        cluster.thaw()
        raise
    finally:
        watcher.communicate(WELL)
        Registry(PROCESSES).remove(identity)


def main(kind: str, folder: str) -> None:
    """Wait, and thaw what was left frozen."""
    if sys.stdin.buffer.read() != WELL:
        with suppress(PlatformError):  # it is gone, and with it whatever was frozen
            ATTACH[kind](Path(folder)).thaw()


if __name__ == "__main__":
    main(*sys.argv[1:])

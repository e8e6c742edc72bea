"""Resume paused brokers even when the process that paused them is killed.

The program is ``python -m include.clusters.resume_watchdog <module> <class> <folder of the cluster>``.

It waits until its standard input closes. If the parent process has not written ``resumed`` to this input, the
program resumes the cluster.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

from include.clusters.cluster import Cluster
from include.clusters.cluster_state import StoredCluster
from include.errors import PlatformError
from include.folders import IMPORT_PATH
from include.processes.identity import ProcessIdentity
from include.processes.registry import register, unregister

RESUMED = b"resumed"


@contextmanager
def resume_watchdog(cluster: Cluster) -> Iterator[None]:
    """Start a process that resumes the cluster if the present process dies within the context."""
    if not isinstance(cluster, StoredCluster):  # a cluster that Kerran does not manage is never paused
        yield
        return
    kind = type(cluster)
    watcher = subprocess.Popen(
        [sys.executable, "-m", __name__, kind.__module__, kind.__name__, str(cluster.folder)],
        stdin=subprocess.PIPE,
        cwd=IMPORT_PATH,
        env={**os.environ, "PYTHONPATH": str(IMPORT_PATH)},
        start_new_session=True,
    )
    identity = ProcessIdentity.of(watcher.pid)
    register(f"watcher over {cluster.folder}", identity, ProcessIdentity.of(os.getpid()))
    try:
        yield
    except BaseException:
        cluster.resume()
        raise
    finally:
        watcher.communicate(RESUMED)
        unregister(identity)


def main(module: str, kind: str, folder: str) -> None:
    """Wait for the end of standard input. If the parent has not resumed the cluster, resume it."""
    if sys.stdin.buffer.read() != RESUMED:
        with suppress(PlatformError):  # the cluster is gone, and its paused brokers with it
            getattr(import_module(module), kind).attach(Path(folder)).resume()


if __name__ == "__main__":
    main(*sys.argv[1:])

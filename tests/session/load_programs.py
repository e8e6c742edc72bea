"""The runner with which tests start load programs: they are forks of one server, as in a run."""

import atexit
import os
from functools import cache

from include.cells.fork_client import ForkClient, client_of, start_server, stop_server
from include.cells.process_runner import ProcessRunner
from include.clusters.cluster import Cluster
from include.folders import PROCESSES
from include.processes.identity import ProcessIdentity


def runner_on(cluster: Cluster) -> ProcessRunner:
    """A runner of load programs that use this cluster."""
    return ProcessRunner(cluster.access, forks=_server(os.getpid()))


@cache
def _server(pid: int) -> ForkClient | None:
    """The server of this process, which ends with it."""
    name = f"tests-{pid}"
    log = PROCESSES / f"{name}.log"
    start_server(name, log, ProcessIdentity.of(pid))
    atexit.register(log.unlink, missing_ok=True)
    atexit.register(stop_server, name)
    return client_of(name)

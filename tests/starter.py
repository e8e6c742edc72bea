"""Start a cluster or a server in a folder, print its first process, and wait to be ended."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from include.clusters.backend import ClusterRequest
from include.clusters.cluster import Cluster
from include.clusters.compose import startup as compose
from include.clusters.embedded import startup as embedded
from include.machine.processes.identity import ProcessIdentity
from include.machine.releases.versions import DEFAULT_RELEASE
from include.scenarios.queue.running_server import RunningServer
from include.scenarios.queue.systems import QUEUE_SERVERS

STARTS: dict[str, Callable[[ClusterRequest], Cluster | RunningServer]] = {
    "embedded": lambda request: embedded.start(request, brokers=1),
    "compose": lambda request: compose.start(request, isolated=True),
    "redis-server": lambda request: QUEUE_SERVERS["redis-server"].kind().start(request),
}

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore it
    owner = ProcessIdentity.of(os.getpid())
    started = STARTS[sys.argv[1]](ClusterRequest(Path(sys.argv[2]), DEFAULT_RELEASE, owner))
    print(started.brokers[0].pid, flush=True)
    signal.pause()

"""Start Redis in a folder for this process, report its process id, and wait."""

import os
import signal
import sys
from pathlib import Path

from include.clusters.backend import ClusterRequest
from include.processes.identity import ProcessIdentity
from include.servers.registry import SERVERS

if __name__ == "__main__":
    request = ClusterRequest(Path(sys.argv[1]), owner=ProcessIdentity.of(os.getpid()))
    server = SERVERS["redis-server"].start(request)
    print(server.brokers[0].pid, flush=True)
    signal.pause()

"""Start Redis in a folder for this process, report its process id, and wait."""

import os
import signal
import sys
from pathlib import Path

from include.processes.identity import ProcessIdentity
from include.servers.registry import SERVERS

if __name__ == "__main__":
    server = SERVERS["redis-server"].start(Path(sys.argv[1]), "", ProcessIdentity.of(os.getpid()))
    print(server.brokers[0].pid, flush=True)
    signal.pause()

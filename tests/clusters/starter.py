"""Starts a cluster in the folder it is given and says so; run by tests that end it in the middle."""

import os
import signal
import sys
from pathlib import Path

from include.clusters.backend import ClusterRequest
from include.clusters.embedded.startup import start
from include.processes.identity import ProcessIdentity
from include.releases.versions import DEFAULT_RELEASE

if __name__ == "__main__":
    owner = ProcessIdentity.of(os.getpid())
    start(ClusterRequest(Path(sys.argv[1]), DEFAULT_RELEASE, owner), brokers=1)
    print("ready", flush=True)
    signal.pause()

"""Starts a cluster by Compose in the folder it is given; run by a test that kills it in the middle."""

import os
import sys
from pathlib import Path

from include.clusters.backend import ClusterRequest
from include.clusters.compose.startup import start
from include.processes.identity import ProcessIdentity
from include.releases.versions import DEFAULT_RELEASE

if __name__ == "__main__":
    owner = ProcessIdentity.of(os.getpid())
    start(ClusterRequest(Path(sys.argv[1]), DEFAULT_RELEASE, owner), isolated=True)

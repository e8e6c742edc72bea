"""Brokers of a test, which end with it."""

import os
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from include.clusters.backend import ClusterRequest
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.startup import start
from include.machine.processes.identity import ProcessIdentity
from tests.session.shared_servers import stopped


def brokers_of(
    release: str, folder: Path, settings: Mapping[str, str] | None = None, **options: Any
) -> AbstractContextManager[EmbeddedCluster]:
    """Three brokers of a release, from the beginning of the context to its end."""
    request = ClusterRequest(folder, release, ProcessIdentity.of(os.getpid()), dict(settings or {}))
    return stopped(lambda: start(request, **options))

"""A network of real namespaces without brokers: a producer and a broker, connected by a bridge."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from include.machine.networks.cluster_namespaces import Namespaces, create_namespaces
from include.machine.processes.all_or_none_start import AllOrNoneStart
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import end_registered


@pytest.fixture(scope="module")
def namespaces(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Namespaces]:
    """Namespaces of broker 1, broker 2 and a producer, which end with the test."""
    folder: Path = tmp_path_factory.mktemp("namespaces")
    with AllOrNoneStart(folder, folder / "data", ProcessIdentity.of(os.getpid())) as started:
        created = create_namespaces([1, 2], started, ["producer"])
    yield created
    end_registered(list(started.processes.values()), 1)

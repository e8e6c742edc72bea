"""What tests of many folders share: brokers are started once for all of them."""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from include.cells import container_runner
from include.clusters.compose import startup as compose
from include.clusters.compose.cluster import ComposeCluster
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.startup import start
from include.clusters.external.cluster import ExternalCluster, connect
from include.containers import network as container_network
from include.containers.engine import EngineError, engine
from include.matrix.experiment import DEFAULT_RELEASE
from include.processes.identity import ProcessIdentity
from include.servers.queue_server import QueueServer
from tests.clusters import secured
from tests.clusters.secured import SecuredCluster

# Nothing is measured here, and most of these brokers live shorter than it takes to compile them well.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")


IMAGES = pytest.StashKey[Future[None]]()
"""Done when the images are there that tests of containers need."""

COMPOSE_SETTINGS = {"num.io.threads": "7", "log.segment.delete.delay.ms": "2000"}
"""Of the brokers in containers: one that their file doesn't have, and one that it has with another value."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Have ``--stack`` and ``--releases`` run what takes minutes more."""
    parser.addoption("--stack", action="store_true", help="run tests of Airflow and Spark by Compose too")
    parser.addoption("--releases", action="store_true", help="run the test of every Kafka release too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the tests in order, and name those that can't be run here, or weren't asked for."""
    items.sort(key=_place)
    if not config.getoption("--stack"):
        _not_run(items, "stack", "Airflow's image takes minutes: make test-stack runs it")
    if not config.getoption("--releases"):
        _not_run(items, "releases", "every Kafka release takes a quarter of an hour: make test-releases")
    if any(item.get_closest_marker("containers") for item in items):
        try:
            engine()
        except EngineError as error:
            _not_run(items, "containers", str(error))
        else:
            config.stash[IMAGES] = ThreadPoolExecutor(1).submit(_build_images)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """What needs a container engine needs the images too."""
    if item.get_closest_marker("containers") and IMAGES in item.config.stash:
        item.config.stash[IMAGES].result()


def _place(item: pytest.Item) -> int:
    """What needs least comes first, and what needs images last, for they are built meanwhile.

    Whole sweeps run before clusters of other tests idle beside them: nine brokers take half a core.
    """
    for marker, place in (("containers", 3), ("airflow", 1), ("brokers", 2)):
        if item.get_closest_marker(marker):
            return place
    return 0


def _build_images() -> None:
    container_runner.IMAGE.built()
    compose.prepare(DEFAULT_RELEASE)
    container_network.IMAGE.built()


def _not_run(items: list[pytest.Item], marker: str, reason: str) -> None:
    for item in items:
        if item.get_closest_marker(marker):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def compose_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ComposeCluster]:
    """Three brokers in containers, ready but not warmed up, for the whole of the test run."""
    folder = tmp_path_factory.mktemp("compose") / "cluster"
    owner = ProcessIdentity.of(os.getpid())
    cluster = compose.start(folder, DEFAULT_RELEASE, owner, settings=COMPOSE_SETTINGS)
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def embedded_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    """Three brokers of the default release, ready but not warmed up, for the whole of the test run."""
    folder = tmp_path_factory.mktemp("cluster")
    cluster = start(folder, DEFAULT_RELEASE, owner=ProcessIdentity.of(os.getpid()))
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QueueServer]:
    """Redis, for the whole of the test run."""
    yield from _started("redis-server", tmp_path_factory)


@pytest.fixture(scope="session")
def rabbitmq_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QueueServer]:
    """RabbitMQ, for the whole of the test run."""
    yield from _started("rabbitmq-server", tmp_path_factory)


def _started(kind: str, folders: pytest.TempPathFactory) -> Iterator[QueueServer]:
    from include.servers.registry import SERVERS

    server = SERVERS[kind].start(folders.mktemp(kind), "", owner=ProcessIdentity.of(os.getpid()))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def secured_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecuredCluster]:
    """Three brokers behind TLS, SCRAM and permissions, for the whole of the test run."""
    with secured.started(tmp_path_factory.mktemp("secured")) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def external_cluster(secured_cluster: SecuredCluster) -> ExternalCluster:
    """The same brokers as an external cluster, for a user who has the permissions that are needed."""
    return connect("kafka_test", secured_cluster.scram(secured_cluster.user()))

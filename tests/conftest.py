"""Hooks of the test run, and the servers that tests of many folders share."""

import gc
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from include.clusters.backend import ClusterRequest
from include.clusters.compose import startup as compose
from include.clusters.compose.cluster import ComposeCluster
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.external.cluster import ExternalCluster
from include.machine import folders
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.owner_mark import owner_environment
from include.machine.processes.wait_until import NotInTimeError
from include.machine.releases.versions import DEFAULT_RELEASE
from include.scenarios.queue.running_server import RunningServer
from include.scenarios.queue.systems import QUEUE_SERVERS
from tests.clusters import secured
from tests.clusters.secured import SecuredCluster, connect
from tests.session.brokers import brokers_of
from tests.session.images import build_images
from tests.session.machine_turn import HAS_TURN, machine_turn
from tests.session.optional import CONTAINER_ENGINE, TARGETS, refusal
from tests.session.second_runs import SecondRuns
from tests.session.shared_servers import SHARED, SharedServers, shared_by, stopped

# Nothing is measured here, and most of these brokers end before Java has compiled them well.
os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")

# Sweeps that tests start wait neither for one another nor for the tests, which have the machine's lease.
MACHINE_LEASE = folders.MACHINE_LEASE
LEASE = TemporaryDirectory(prefix="kerran-lease-")
folders.MACHINE_LEASE = Path(LEASE.name, "machine-lease")
os.environ["KERRAN_MACHINE_LEASE"] = str(folders.MACHINE_LEASE)

# If this test run is killed, the next command in this checkout ends what it started.
os.environ.update(owner_environment(ProcessIdentity.of(os.getpid())))

# An example may take longer than Hypothesis expects where other tests use the machine at the same time. Each
# run draws other examples, so that a few are enough.
settings.register_profile("kerran", deadline=None, max_examples=25)
settings.load_profile("kerran")

# Drawings have many reference cycles. With Python's own threshold, finding them takes a tenth of the time.
gc.set_threshold(50_000, 20, 20)

STAGES = {"containers": 3, "airflow": 1, "brokers": 2}
"""The order of the tests with these markers. All other tests run before them. Images are built meanwhile,
until tests need containers."""

SLOW = (
    "airflow", "brokers", "browser", "containers", "install", "needs", "releases", "slow", "spark",
    "stack", "storage",
)  # fmt: skip
"""Markers of the tests that start a server, Java, a container or a slow program; others are ``fast``."""

SERVERS_KEY = pytest.StashKey[SharedServers]()
TURN = pytest.StashKey[ExitStack]()
"""The turn on this machine: from the first test that needs brokers until the end of the tests."""

IMAGES = pytest.StashKey[Future[None]]()
"""The building of the images that tests with containers need."""

QUICK_FAIL_OVER = {"broker.session.timeout.ms": "4000", "broker.heartbeat.interval.ms": "1000"}
"""Brokers notice after four seconds, not nine, that one of them is gone."""

EMBEDDED_SETTINGS = {
    **QUICK_FAIL_OVER,
    "group.consumer.min.heartbeat.interval.ms": "500",
    "group.consumer.heartbeat.interval.ms": "500",
    "group.share.min.heartbeat.interval.ms": "500",
    "group.share.heartbeat.interval.ms": "500",
    "group.share.min.session.timeout.ms": "6000",
    "group.share.min.record.lock.duration.ms": "3000",
}
"""With the newer group protocols, members learn their partitions every half second, not every five seconds.
The locks and sessions of share groups may be short."""

COMPOSE_SETTINGS = {
    "num.io.threads": "7",
    "log.segment.delete.delay.ms": "2000",
    "transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000",
}
"""Settings of the brokers in containers: one that their Compose file does not have, one that has another
value in this file, and the interval at which brokers look for transactions that have timed out."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option for each marker whose tests are run only when they are asked for."""
    for marker in TARGETS:
        parser.addoption(f"--{marker}", action="store_true", help=f"run tests marked {marker} too")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SERVERS_KEY] = SharedServers()
    config.pluginmanager.register(SecondRuns())


def pytest_unconfigure(config: pytest.Config) -> None:
    """Give the machine back to others, and remove the folder that a forked test run would leave."""
    if TURN in config.stash:
        config.stash[TURN].close()
    LEASE.cleanup()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests that need a server with ``brokers``, and tests that need nothing with ``fast``."""
    if item.get_closest_marker("needs"):
        item.add_marker("brokers")
    if not any(item.get_closest_marker(marker) for marker in SLOW):
        item.add_marker("fast")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests by stage. Within a stage, tests that use the same server run one after another."""
    items.sort(key=lambda item: (_stage(item), _server(item)))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Skip what cannot be run here or was not asked for, and prepare for the rest."""
    config = session.config
    for item in session.items:
        if reason := _why_not(item, config):
            item.add_marker(pytest.mark.skip(reason=reason))
    run = [item for item in session.items if not item.get_closest_marker("skip")]
    config.stash[SERVERS_KEY].plan(run)
    if any(item.get_closest_marker("containers") for item in run):
        config.stash[IMAGES] = ThreadPoolExecutor(1).submit(build_images)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Wait for the machine and for the images where a test needs them."""
    if item.get_closest_marker("brokers") and HAS_TURN not in os.environ and TURN not in item.config.stash:
        _take_turn(item.config)
    if item.get_closest_marker("containers") and IMAGES in item.config.stash:
        item.config.stash[IMAGES].result()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """End the servers that no further test uses, after the test's own fixtures."""
    try:
        return (yield)
    finally:
        item.config.stash[SERVERS_KEY].end_unused(item)


def _stage(item: pytest.Item) -> int:
    return next((stage for marker, stage in STAGES.items() if item.get_closest_marker(marker)), 0)


def _server(item: pytest.Item) -> int:
    return max((SHARED.index(name) + 1 for name in shared_by(item)), default=0)


def _why_not(item: pytest.Item, config: pytest.Config) -> str | None:
    for marker, reason in TARGETS.items():
        if item.get_closest_marker(marker) and not config.getoption(f"--{marker}"):
            return f"{reason}: make test-{marker} runs it"
    return next(filter(None, map(refusal, _requirements(item))), None)


def _requirements(item: pytest.Item) -> list[str]:
    engine = [CONTAINER_ENGINE] if item.get_closest_marker("containers") else []
    return engine + [name for mark in item.iter_markers("needs") for name in mark.args]


def _take_turn(config: pytest.Config) -> None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    stack = config.stash[TURN] = ExitStack()
    try:
        stack.enter_context(machine_turn(MACHINE_LEASE, reporter.write_line if reporter else print))
    except NotInTimeError as error:
        pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of runs, with its own state and lease, which the project uses."""
    runs = tmp_path / "runs"
    runs.mkdir()
    monkeypatch.setattr(folders, "RUNS", runs)
    monkeypatch.setattr(folders, "STATE", tmp_path / "state")
    monkeypatch.setattr(folders, "MACHINE_LEASE", tmp_path / "machine-lease")
    return runs


@pytest.fixture
def own_registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A separate registry of processes for a test and for the processes that the test starts."""
    monkeypatch.setenv("KERRAN_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(folders, "PROCESSES", tmp_path / "state" / "processes")


@pytest.fixture(scope="session")
def shared_servers(pytestconfig: pytest.Config) -> SharedServers:
    """Ends each of the servers below when the last test that uses it is done."""
    return pytestconfig.stash[SERVERS_KEY]


@pytest.fixture(scope="session")
def compose_cluster(
    shared_servers: SharedServers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ComposeCluster]:
    """Three brokers in containers, not warmed up, with a bridge, and with listeners behind a proxy."""
    folder, owner = tmp_path_factory.mktemp("compose") / "cluster", ProcessIdentity.of(os.getpid())
    request = ClusterRequest(folder, DEFAULT_RELEASE, owner, COMPOSE_SETTINGS)
    cluster = stopped(lambda: compose.start(request, isolated=True, proxied=True))
    yield from shared_servers.running("compose_cluster", cluster)


@pytest.fixture(scope="session")
def embedded_cluster(
    shared_servers: SharedServers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EmbeddedCluster]:
    """Three brokers of the default release, ready but not warmed up, with listeners behind a proxy.

    What they flush is noted, if there is a C compiler.
    """
    folder, notes = tmp_path_factory.mktemp("cluster"), refusal("c-compiler") is None
    cluster = brokers_of(DEFAULT_RELEASE, folder, EMBEDDED_SETTINGS, proxied=True, controls_disks=notes)
    yield from shared_servers.running("embedded_cluster", cluster)


def _queue_server(fixture: str, name: str) -> Callable[..., Iterator[RunningServer]]:
    def run(
        shared_servers: SharedServers, tmp_path_factory: pytest.TempPathFactory
    ) -> Iterator[RunningServer]:
        folder, owner = tmp_path_factory.mktemp(name), ProcessIdentity.of(os.getpid())
        server = stopped(lambda: QUEUE_SERVERS[name].kind().start(ClusterRequest(folder, owner=owner)))
        yield from shared_servers.running(fixture, server)

    return pytest.fixture(scope="session", name=fixture)(run)


redis_server = _queue_server("redis_server", "redis-server")
rabbitmq_server = _queue_server("rabbitmq_server", "rabbitmq-server")


@pytest.fixture(scope="session")
def secured_cluster(
    shared_servers: SharedServers, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SecuredCluster]:
    """Three brokers behind TLS, SCRAM and permissions."""
    cluster = secured.started(tmp_path_factory.mktemp("secured"))
    yield from shared_servers.running("secured_cluster", cluster)


@pytest.fixture(scope="session")
def external_cluster(secured_cluster: SecuredCluster) -> ExternalCluster:
    """The same brokers as an external cluster, for a user who has the permissions that are needed."""
    return connect("kafka_test", secured_cluster.scram(secured_cluster.user()))

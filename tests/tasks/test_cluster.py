from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from include.cells import program_forking
from include.clusters import broker_config_dump
from include.clusters.cluster import Access
from include.clusters.embedded import startup
from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine import folders
from include.machine.errors import PlatformError
from include.plan.plan import Plan, read_plan
from include.rawlog.start_records import read_start
from include.scenarios.queue.servers.rabbitmq_server.start import RabbitMqStart
from include.scenarios.queue.servers.redis_server.start import RedisStart
from include.tasks import cluster
from include.tasks.machine_lease import MachineInUseError
from include.tasks.planning import plan_run
from tests.tasks.conftest import no_connection


class Brokers:
    access = Access("nowhere:0")
    brokers = (SimpleNamespace(alive=lambda: True),)

    def __init__(self, folder: Path) -> None:
        (folder / "running").parent.mkdir(parents=True, exist_ok=True)
        (folder / "running").touch()
        self._folder = folder

    def stop(self) -> None:
        (self._folder / "running").unlink()


@pytest.fixture
def brokers(runs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they leave a file while they run."""
    folder = runs / "first" / "cluster"

    def attach(folder: Path) -> Brokers:
        if not (folder / "running").exists():
            raise PlatformError("no cluster")
        return Brokers(folder)

    monkeypatch.setattr(startup, "start", lambda request, **_: Brokers(request.folder))
    monkeypatch.setattr(EmbeddedCluster, "attach", attach)
    monkeypatch.setattr(cluster, "warm_up", lambda *_: None)
    monkeypatch.setattr(program_forking, "start_server", lambda *_: None)
    monkeypatch.setattr(broker_config_dump, "dump_broker_config", lambda *_: None)
    plan_run("first", "quick", {"repetitions": 1})
    return folder / "running"


def test_a_started_cluster_runs_until_it_is_stopped_and_none_for_cells_that_are_sealed(
    brokers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.start("first", no_connection)
    assert brokers.exists()
    for _ in range(2):  # once more is fine
        cluster.stop("first", no_connection)
        assert not brokers.exists()
    monkeypatch.setattr(cluster, "pending_cells", lambda _plan: [])
    cluster.start("first", no_connection)
    assert not brokers.exists()


@pytest.mark.parametrize(("baseline", "arms"), [("", {"baseline"}), ("3.9.1", {"baseline", "candidate"})])
def test_arms_share_a_cluster_if_their_brokers_are_the_same(
    runs: Path, brokers: Path, baseline: str, arms: set[str]
) -> None:
    plan_run("both", "quick", {"repetitions": 1, "baseline": baseline, "candidate": "slowed=10"})
    cluster.start("both", no_connection)
    clusters = {path.parent.name for path in (runs / "both").glob("*/running")}
    assert clusters == {f"cluster-{arm}" for arm in arms}
    cluster.stop("both", no_connection)
    assert not list((runs / "both").glob("*/running"))


@pytest.fixture
def twice(brokers: Path) -> Plan:
    """A plan of two blocks, each on a start of its brokers of its own."""
    plan_run("twice", "quick", {"repetitions": 2, "starts": 2})
    return read_plan(brokers.parent.parent.parent / "twice")


def start_of(plan: Plan) -> int | None:
    record = read_start(cluster.folder_of(plan.run_id))
    return record.number if record else None


def test_cells_of_another_start_run_on_other_brokers(twice: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    started = Mock(side_effect=startup.start)
    monkeypatch.setattr(startup, "start", started)
    cluster.start("twice", no_connection)
    first, *_, last = twice.cells
    cluster.start_again(twice, first, no_connection)
    assert (start_of(twice), started.call_count) == (1, 1)
    with monkeypatch.context() as sealed:
        sealed.setattr(cluster, "pending_cells", lambda _plan: [])
        cluster.start_again(twice, last, no_connection)
    assert (start_of(twice), started.call_count) == (1, 1)
    cluster.start_again(twice, last, no_connection)
    assert (start_of(twice), started.call_count) == (2, 2)


def test_a_failed_start_leaves_nothing_and_is_repeated(twice: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster.start("twice", no_connection)
    with monkeypatch.context() as patch:
        patch.setattr(cluster, "warm_up", Mock(side_effect=PlatformError("broker 2 is gone")))
        with pytest.raises(PlatformError):
            cluster.start_again(twice, twice.cells[-1], no_connection)
    assert not list(cluster.attached(twice, no_connection))
    cluster.start_again(twice, twice.cells[-1], no_connection)
    assert start_of(twice) == 2
    assert list(cluster.attached(twice, no_connection))


def test_a_run_goes_on_at_the_start_of_its_first_cell(twice: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "pending_cells", lambda plan: [plan.cells[-1].id])
    cluster.start("twice", no_connection)
    assert start_of(twice) == 2


def test_what_is_missing_is_told_before_any_start(brokers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan_run("queues", "queue", {"repetitions": 1})
    monkeypatch.setattr(RabbitMqStart, "programs", ("sh",))  # as if RabbitMQ were installed everywhere
    monkeypatch.setattr(RedisStart, "programs", ("no-redis-server",))
    with pytest.raises(PlatformError, match="apt install redis-server"):
        cluster.start("queues", no_connection)
    assert not brokers.parent.parent.with_name("queues").joinpath("cluster").exists()


def test_a_machine_has_one_cluster(brokers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster.start("first", no_connection)
    with monkeypatch.context() as other:
        other.setattr(folders, "STATE", tmp_path / "other" / "state")
        other.setattr(folders, "RUNS", tmp_path / "other" / "runs")
        plan_run("first", "quick", {"repetitions": 1})
        reason = r"The cluster of the run in .*/runs/first is still running"
        with pytest.raises(MachineInUseError, match=reason):
            cluster.start("first", no_connection)
        waiting = tmp_path / "other" / "runs" / "first" / "waiting.txt"
        assert "is still running" in waiting.read_text()
        brokers.unlink()
        cluster.start("first", no_connection)
        assert not waiting.exists()
        cluster.stop("first", no_connection)


def test_a_plan_of_another_version_keeps_nobody_waiting(runs: Path, brokers: Path) -> None:
    plan_run("second", "quick", {"repetitions": 1})
    cluster.start("first", no_connection)
    (runs / "first" / "plan.json").write_text('{"run_id": "first", "unknown": true}')
    cluster.start("second", no_connection)
    assert (runs / "second" / "cluster" / "running").exists()


@pytest.mark.parametrize(
    ("experiment", "options", "least", "most"),
    [
        ("quick", {}, 50, 50),
        ("cost", {}, 50, 50),
        ("thesis", {}, 180, 180),
        ("regression", {}, 180, 180),
        ("guarantees-quick", {}, 1, 60),  # a fifth of the time of cells about guarantees
        ("quick", {"warm_up_seconds": 7}, 7, 7),
    ],
)
def test_the_time_of_a_warm_up_depends_on_what_is_compared(
    brokers: Path, experiment: str, options: dict[str, int], least: int, most: int
) -> None:
    plan = read_plan(plan_run("second", experiment, options).folder)
    struck = [cell for cell in plan.cells if cell.settings.traits.disturbance.is_injected]
    assert least <= cluster.max_warm_up_seconds(plan, struck[:5] or plan.cells[:1]) <= most

import os
import signal
from pathlib import Path
from typing import Any

import psutil
import pyarrow as pa
import pytest

from include.cells.container_runner import ProgramContainer
from include.cells.errors import CellError
from include.cells.process_runner import ProgramProcess
from include.cells.run import run_cell
from include.cells.runner import EventHandler, Runner, RunningProgram
from include.clusters.cluster import Cluster
from include.clusters.topics import admin
from include.containers.engine import engine
from include.containers.labels import RUN
from include.errors import PlatformError
from include.load_runtime.events import Event, EventKind
from include.load_runtime.program import Program
from include.matrix.plan import read_plan
from include.processes.waiting import wait_until
from include.rawlog.failure import read_failure
from include.rawlog.manifest import Manifest
from include.rawlog.reader import check, read_table
from include.rawlog.seals import is_sealed
from tests.e2e.cells import plan_of
from tests.e2e.conftest import Place

pytestmark = pytest.mark.brokers


def run_one(run: Path, place: Place, **settings: Any) -> tuple[Path, Manifest]:
    """The only cell of a plan, run and checked."""
    semantics = settings.pop("semantics", "at-least-once")
    plan = plan_of(run, {"semantics": [semantics]}, **settings)
    cell = run / "cells" / plan.cells[0].id
    assert run_cell(run, plan, plan.cells[0], place.cluster, place.runner())
    return cell, check(cell)


def ids(cell: Path, file: str) -> list[int]:
    return sorted(read_table(cell, file)["id"].to_pylist())


@pytest.mark.parametrize("semantics", ["at-most-once", "at-least-once", "idempotent", "exactly-once"])
def test_every_message_arrives_once(tmp_path: Path, place: Place, semantics: str) -> None:
    cell, manifest = run_one(tmp_path / "run", place, semantics=semantics)
    assert ids(cell, "sent.parquet") == ids(cell, "received.parquet") == list(range(2000))
    assert set(read_table(cell, "sent.parquet")["outcome"].to_pylist()) == {"acked"}
    assert manifest.programs[0].client_settings["isolation.level"] == (
        "read_committed" if semantics == "exactly-once" else "read_uncommitted"
    )


def test_a_message_is_created_before_it_is_acknowledged_and_received(tmp_path: Path, place: Place) -> None:
    cell, manifest = run_one(tmp_path / "run", place)
    sent, received = (read_table(cell, f"{name}.parquet").to_pandas() for name in ("sent", "received"))
    both = sent.merge(received, on=["id", "partition", "offset"])
    assert len(both) == 2000
    assert (both.acked_ns > both.created_ns).all()
    assert (both.received_ns > both.created_ns).all()
    assert both.created_ns.min() > manifest.timings["programs_ready"]
    assert both.received_ns.max() < manifest.timings["ended"]


def test_transactions_cover_all_messages_and_last_as_long_as_asked(tmp_path: Path, place: Place) -> None:
    cell, _ = run_one(tmp_path / "run", place, semantics="exactly-once", transaction_ms=20, rate=1_000)
    transactions = read_table(cell, "transactions.parquet").to_pandas()
    assert transactions.messages.sum() == 2000
    assert set(transactions.outcome) == {"committed"}
    lasted = (transactions.commit_called_ns - transactions.begun_ns)[:-1]
    assert (lasted >= 20_000_000).all()
    assert len(transactions) > 2
    sent = read_table(cell, "sent.parquet").to_pandas()
    assert sent.groupby("transaction").size().tolist() == transactions.messages.tolist()


def test_at_a_fixed_rate_messages_are_created_when_they_are_due(tmp_path: Path, place: Place) -> None:
    cell, manifest = run_one(tmp_path / "run", place, rate=4000)
    created = read_table(cell, "sent.parquet")["created_ns"].to_numpy()
    assert set(created[1:] - created[:-1]) == {250_000}
    assert manifest.programs[-1].counts["late_ns"] > 0


def test_a_cell_in_which_nothing_happened_to_brokers_and_clients_says_so(
    tmp_path: Path, place: Place
) -> None:
    _, manifest = run_one(tmp_path / "run", place, rate=1000)
    assert manifest.in_sync is not None
    assert (manifest.in_sync.fewest, manifest.in_sync.looks >= 2) == (3, True)
    assert {program.counts["connections_lost"] for program in manifest.programs} == {0}
    assert manifest.programs[0].counts["reassigned"] == 0


def test_a_group_of_three_shares_the_partitions(tmp_path: Path, place: Place) -> None:
    cell, manifest = run_one(tmp_path / "run", place, consumers=3)
    received = read_table(cell, "received.parquet").to_pandas()
    assert sorted(received.id) == list(range(2000))
    assert received.groupby("consumer").partition.nunique().tolist() == [3, 3, 3]
    assert [one.name for one in manifest.programs] == ["consumer-0", "consumer-1", "consumer-2", "producer"]


def test_the_topic_has_the_semantics_minimum_and_is_gone_afterwards(tmp_path: Path, place: Place) -> None:
    _, manifest = run_one(tmp_path / "run", place, semantics="exactly-once")
    assert manifest.topic["min.insync.replicas"] == "2"
    client = admin(place.cluster.access)
    wait_until(
        lambda: manifest.topic["name"] not in client.list_topics(timeout=10).topics,
        10,
        lambda: f"{manifest.topic['name']} wasn't deleted",
    )


def test_a_sealed_cell_is_not_run_again(tmp_path: Path, place: Place) -> None:
    run = tmp_path / "run"
    cell, manifest = run_one(run, place)
    plan = read_plan(run)
    assert not run_cell(run, plan, plan.cells[0], place.cluster, place.runner())
    assert check(cell) == manifest


class KillingRunner:
    """Kills the producer as soon as it has said that it is sending."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.bootstrap, self.record = runner.bootstrap, runner.record

    def start(self, program: Program, folder: Path, handler: EventHandler) -> RunningProgram:
        def listen(name: str, event: Event | None) -> None:
            if name == "producer" and event and event.event is EventKind.PROGRESS:
                kill(self._producer)
            handler(name, event)

        started = self._runner.start(program, folder, listen)
        if program.name == "producer":
            self._producer = started
        return started


def kill(program: RunningProgram) -> None:
    """Kill it as if from outside."""
    if isinstance(program, ProgramContainer):
        engine().containers.get(program.id).kill("SIGKILL")
    elif isinstance(program, ProgramProcess):
        os.kill(program.pid, signal.SIGKILL)


def test_a_killed_producer_fails_the_cell_and_another_attempt_starts_clean(
    tmp_path: Path, place: Place
) -> None:
    run = tmp_path / "run"
    plan = plan_of(run, {"semantics": ["at-least-once"]}, rate=2000)
    cell = plan.cells[0].id
    with pytest.raises(CellError, match="producer was ended by signal 9"):
        run_cell(run, plan, plan.cells[0], place.cluster, KillingRunner(place.runner()))
    assert not is_sealed(run / "cells" / cell)
    assert read_failure(run / "cells" / cell).program == "producer"
    assert run_cell(run, plan, plan.cells[0], place.cluster, place.runner())
    assert check(run / "cells" / cell).attempt == 2
    assert ids(run / "cells" / cell, "received.parquet") == list(range(2000))
    assert read_failure(run / "attempts" / f"{cell}.1").attempt == 1


def test_after_a_failure_no_program_is_left(tmp_path: Path, place: Place) -> None:
    run = tmp_path / "run"
    plan = plan_of(run, {"semantics": ["at-least-once"]}, rate=2000)
    before = {child.pid for child in psutil.Process().children(recursive=True)}
    with pytest.raises(CellError):
        run_cell(run, plan, plan.cells[0], place.cluster, KillingRunner(place.runner()))
    assert {child.pid for child in psutil.Process().children(recursive=True)} <= before
    if place.runner().record().kind == "container":
        assert not engine().containers.list(all=True, filters={"label": f"{RUN}=tests"})


class DyingCluster:
    """The cluster, until its brokers were looked after so many times: then one of them is gone."""

    def __init__(self, cluster: Cluster, looks: int) -> None:
        self.access, self.inside, self.stop = cluster.access, cluster.inside, cluster.stop
        self.broker, self.resume, self.restore = cluster.broker, cluster.resume, cluster.restore
        self.brokers, self.record = cluster.brokers, cluster.record
        self._looks = looks

    def check(self) -> None:
        self._looks -= 1
        if self._looks < 0:
            raise PlatformError("broker 2 is gone")


@pytest.mark.parametrize("looks", [0, 1])
def test_a_cell_that_has_lost_a_broker_before_it_or_on_its_way_is_not_sealed(
    tmp_path: Path, place: Place, looks: int
) -> None:
    run = tmp_path / "run"
    plan = plan_of(run, {"semantics": ["at-least-once"]})
    cell = plan.cells[0].id
    with pytest.raises(CellError, match="broker 2 is gone"):
        run_cell(run, plan, plan.cells[0], DyingCluster(place.cluster, looks), place.runner())
    assert not is_sealed(run / "cells" / cell)
    assert read_failure(run / "cells" / cell).reason == "broker 2 is gone"


def test_rows_of_a_raw_log_have_the_contracts_columns(tmp_path: Path, place: Place) -> None:
    cell, manifest = run_one(tmp_path / "run", place)
    tables: dict[str, pa.Table] = {name: read_table(cell, name) for name in manifest.files}
    assert tables["sent.parquet"].column_names[:3] == ["id", "partition", "offset"]
    assert tables["faults.parquet"].num_rows == tables["transactions.parquet"].num_rows == 0

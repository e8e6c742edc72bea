from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from confluent_kafka import Producer, TopicPartition

from bench.raw_logs import check
from include.cells import scenario_workload
from include.cells.kafka_workload import KafkaWorkload
from include.cells.run_cell import run_cell
from include.cells.runner import EventHandler, Runner, RunningProgram
from include.clusters.admin_client import admin
from include.clusters.leaders_and_coordinators import ClusterBrokers
from include.load.message import header_bytes
from include.load.program_descriptions import Program
from include.machine.processes.wait_until import wait_until
from include.plan.plan import read_plan
from include.spark_jobs.job.cell import measure_cell
from tests.e2e.acting_runner import ActingRunner
from tests.e2e.cells import folder_of, ids, manifest_of, plan_of, rows, run_only_cell, with_each_client
from tests.e2e.conftest import ENVIRONMENTS, CellEnvironment, marks_of, on_embedded_brokers

pytestmark = pytest.mark.brokers


def run_single_cell(run: Path, environment: CellEnvironment, **settings: Any) -> Path:
    """Run and check the only cell of a new run; return the folder of the run."""
    plan = plan_of(run, {"semantics": [settings.pop("semantics", "at-least-once")]}, **settings)
    check(run_only_cell(run, plan, environment.cluster, environment.runner()))
    return run


Cells = Callable[[str], Path]
Runs = dict[tuple[str, str], Path]


@pytest.fixture(scope="session")
def finished() -> Runs:
    """The runs of the cells that several tests look at, by environment and semantics."""
    return {}


@pytest.fixture
def cells(environment: CellEnvironment, finished: Runs, tmp_path_factory: pytest.TempPathFactory) -> Cells:
    """The run of a cell of each semantics; it is run when it is first looked at."""

    def cell(semantics: str) -> Path:
        key = (environment.name, semantics)
        if key not in finished:
            run = tmp_path_factory.mktemp("shared") / "run"
            finished[key] = run_single_cell(run, environment, semantics=semantics, **SHARED_CELLS[semantics])
        return finished[key]

    return cell


SHARED_CELLS: dict[str, dict[str, Any]] = {
    "at-most-once": {},
    "at-least-once": {"rate": 1_000},
    "idempotent": {},
    "exactly-once": {"rate": 1_000, "transaction_ms": 20},
}
"""The settings of the cells that several tests look at, by semantics."""


def table(run: Path, file: str) -> pd.DataFrame:
    return pd.DataFrame(rows(run, file))


CELLS = [
    pytest.param(environment, semantics, marks=marks_of(environment))
    for environment in ENVIRONMENTS
    for semantics in (SHARED_CELLS if "embedded" in environment else ("at-least-once", "exactly-once"))
]
"""On other brokers than embedded ones, two semantics are enough: semantics differ in client settings only."""


@pytest.mark.parametrize(("environment", "semantics"), CELLS, indirect=["environment"])
def test_every_message_of_a_semantics_arrives_once_in_each_environment(cells: Cells, semantics: str) -> None:
    run = cells(semantics)
    assert ids(run, "sent") == ids(run, "received") == list(range(2000))
    assert {row["outcome"] for row in rows(run, "sent")} == {"acked"}
    assert manifest_of(run).programs[0].client_settings["isolation.level"] == (
        "read_committed" if semantics == "exactly-once" else "read_uncommitted"
    )


@on_embedded_brokers
def test_a_message_is_created_when_it_is_due_and_before_it_is_acknowledged_and_received(cells: Cells) -> None:
    run = cells("at-least-once")
    sent, received, manifest = table(run, "sent"), table(run, "received"), manifest_of(run)
    both = sent.merge(received, on=["id", "partition", "offset"])
    assert len(both) == 2000
    assert (both.acked_ns > both.created_ns).all()
    assert (both.received_ns > both.created_ns).all()
    assert both.created_ns.min() > manifest.timings["programs_ready"]
    assert both.received_ns.max() < manifest.timings["ended"]
    created = sent.created_ns.to_numpy()
    assert set(created[1:] - created[:-1]) == {1_000_000}
    assert manifest.programs[-1].counts["lateness_p99_ns"] > 0


@on_embedded_brokers
def test_an_undisturbed_cell_says_so_and_is_run_once(cells: Cells, environment: CellEnvironment) -> None:
    run = cells("at-least-once")
    manifest, plan = manifest_of(run), read_plan(run)
    assert manifest.in_sync is not None
    assert (manifest.in_sync.fewest, manifest.in_sync.looks >= 2) == (3, True)
    assert {program.counts["connections_lost"] for program in manifest.programs} == {0}
    assert manifest.programs[0].counts["reassigned"] == 0
    assert not run_cell(run, plan, plan.cells[0], environment.cluster, environment.runner())
    assert check(folder_of(run)) == manifest


@on_embedded_brokers
def test_the_topic_has_the_minimum_of_the_semantics_and_is_deleted_after_the_cell(
    cells: Cells, environment: CellEnvironment
) -> None:
    topic = manifest_of(cells("exactly-once")).topic
    assert topic["min.insync.replicas"] == "2"
    client, name = admin(environment.cluster.access), topic["name"]
    wait_until(lambda: name not in client.list_topics(timeout=10).topics, 10, lambda: f"{name} still exists")


@on_embedded_brokers
def test_a_corrupted_message_is_found_and_named(
    run: Path, environment: CellEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = KafkaWorkload.create

    def create_with_a_corrupted_message(workload: KafkaWorkload[Any]) -> None:
        create(workload)
        content = workload.content
        number, filler = content.filler_seed, content.fillers().of(7)
        producer = Producer(dict(environment.cluster.access.settings))
        producer.produce(workload.topics.first, header_bytes(7, number, 0) + filler[:-1] + b"?", partition=0)
        producer.flush()

    monkeypatch.setattr(KafkaWorkload, "create", create_with_a_corrupted_message)
    measured = measure_cell(folder_of(run_single_cell(run, environment)))
    assert (measured.metrics["corrupted"], measured.metrics["lost"]) == (1, 0)
    (row,) = measured.tables["violations"].to_pylist()
    assert (row["violation"], row["id"], row["partition"], row["offset"]) == ("corrupted", 7, 0, 0)


class StartedConsumer:
    """A runner that keeps the consumer that it starts."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self.access, self.record = runner.access, runner.record

    def start(self, program: Program, folder: Path, handler: EventHandler) -> RunningProgram:
        started = self._runner.start(program, folder, handler)
        if program.name == "consumer-0":
            self.consumer = started
        return started


@on_embedded_brokers
@with_each_client
def test_a_consumer_that_stalls_reads_the_log_to_its_end(
    run: Path, environment: CellEnvironment, monkeypatch: pytest.MonkeyPatch, client: dict[str, Any]
) -> None:
    monkeypatch.setattr(scenario_workload, "QUIET_SECONDS", 1.0)
    runner, has_unread = StartedConsumer(environment.runner()), KafkaWorkload.has_unread
    searches: list[bool] = []

    def search_and_resume(workload: KafkaWorkload[Any], positions: dict[int, int]) -> bool:
        searches.append(has_unread(workload, positions))
        runner.consumer.resume()
        return searches[-1]

    monkeypatch.setattr(KafkaWorkload, "has_unread", search_and_resume)
    plan = plan_of(run, {"semantics": ["exactly-once"]}, rate=1_000, **client)
    stalled = ActingRunner(runner, lambda _: runner.consumer.pause())
    run_only_cell(run, plan, environment.cluster, stalled)
    assert ids(run, "sent") == ids(run, "received") == list(range(2000))
    assert searches[0]


@on_embedded_brokers
@with_each_client
def test_a_cell_whose_messages_were_deleted_from_the_log_ends_without_them(
    run: Path, environment: CellEnvironment, monkeypatch: pytest.MonkeyPatch, client: dict[str, Any]
) -> None:
    """The consumers have read the log to its end, although acknowledged messages are missing."""
    monkeypatch.setattr(scenario_workload, "QUIET_SECONDS", 1.0)
    runner, access = StartedConsumer(environment.runner()), environment.cluster.access

    def delete(workload: KafkaWorkload[Any], positions: dict[int, int]) -> bool:
        ends = ClusterBrokers(environment.cluster).log_ends(workload.topics.last, 1)
        topic = TopicPartition(workload.topics.last, 0, ends[0] - 1)
        client = admin(access)  # the future is answered while the client lives
        client.delete_records([topic])[topic].result(10)
        runner.consumer.resume()
        monkeypatch.setattr(KafkaWorkload, "has_unread", has_unread)
        return has_unread(workload, positions)

    has_unread = KafkaWorkload.has_unread
    monkeypatch.setattr(KafkaWorkload, "has_unread", delete)
    plan = plan_of(run, {"semantics": ["exactly-once"]}, rate=1_000, **client)
    stalled = ActingRunner(runner, lambda _: runner.consumer.pause())
    run_only_cell(run, plan, environment.cluster, stalled)
    assert len(ids(run, "received")) < 2000

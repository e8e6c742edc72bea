from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from confluent_kafka import Producer

from bench.raw_logs import check, read_table
from include.cells.kafka_workload import KafkaWorkload
from include.cells.run import run_cell
from include.clusters.topics import admin
from include.load_runtime.message import header_bytes
from include.matrix.plan import Plan
from include.processes.wait_until import wait_until
from include.rawlog.manifest import Manifest
from include.spark_jobs.job.cell import measure_cell
from tests.e2e.cells import plan_of, run_only_cell
from tests.e2e.conftest import CellEnvironment, on_embedded_brokers

pytestmark = pytest.mark.brokers


@dataclass(frozen=True)
class FinishedCell:
    """The only cell of a plan, run and checked."""

    plan: Plan
    run: Path
    folder: Path
    manifest: Manifest

    def ids(self, file: str) -> list[int]:
        return sorted(read_table(self.folder, file)["id"].to_pylist())

    def table(self, file: str) -> pd.DataFrame:
        table: pd.DataFrame = read_table(self.folder, file).to_pandas()
        return table


def run_single_cell(run: Path, environment: CellEnvironment, **settings: Any) -> FinishedCell:
    semantics = settings.pop("semantics", "at-least-once")
    plan = plan_of(run, {"semantics": [semantics]}, **settings)
    folder = run_only_cell(run, plan, environment.cluster, environment.runner())
    return FinishedCell(plan, run, folder, check(folder))


@pytest.fixture(scope="session")
def finished() -> dict[tuple[str, str], FinishedCell]:
    """The cells that several tests look at, by environment and semantics."""
    return {}


Cells = Callable[[str], FinishedCell]


@pytest.fixture
def cells(
    environment: CellEnvironment,
    finished: dict[tuple[str, str], FinishedCell],
    tmp_path_factory: pytest.TempPathFactory,
) -> Cells:
    """A cell of each semantics; it is run when it is first looked at."""

    def cell(semantics: str) -> FinishedCell:
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


def check_that_every_message_arrived_once(cell: FinishedCell) -> None:
    assert cell.ids("sent.parquet") == cell.ids("received.parquet") == list(range(2000))
    assert set(cell.table("sent.parquet").outcome) == {"acked"}


@on_embedded_brokers
@pytest.mark.parametrize("semantics", SHARED_CELLS)
def test_every_message_of_a_semantics_arrives_once(cells: Cells, semantics: str) -> None:
    cell = cells(semantics)
    check_that_every_message_arrived_once(cell)
    assert cell.manifest.programs[0].client_settings["isolation.level"] == (
        "read_committed" if semantics == "exactly-once" else "read_uncommitted"
    )


@pytest.mark.parametrize("semantics", ["at-least-once", "exactly-once"])
def test_every_message_arrives_once_in_each_environment(cells: Cells, semantics: str) -> None:
    check_that_every_message_arrived_once(cells(semantics))


@on_embedded_brokers
def test_a_message_is_created_when_it_is_due_and_before_it_is_acknowledged_and_received(cells: Cells) -> None:
    cell = cells("at-least-once")
    both = cell.table("sent.parquet").merge(cell.table("received.parquet"), on=["id", "partition", "offset"])
    assert len(both) == 2000
    assert (both.acked_ns > both.created_ns).all()
    assert (both.received_ns > both.created_ns).all()
    assert both.created_ns.min() > cell.manifest.timings["programs_ready"]
    assert both.received_ns.max() < cell.manifest.timings["ended"]
    created = cell.table("sent.parquet").created_ns.to_numpy()
    assert set(created[1:] - created[:-1]) == {1_000_000}
    assert cell.manifest.programs[-1].counts["lateness_p99_ns"] > 0


@on_embedded_brokers
def test_transactions_cover_all_messages_and_last_as_long_as_asked(cells: Cells) -> None:
    cell = cells("exactly-once")
    transactions = cell.table("transactions.parquet")
    assert transactions.messages.sum() == 2000
    assert set(transactions.outcome) == {"committed"}
    lasted = (transactions.commit_called_ns - transactions.begun_ns)[:-1]
    assert (lasted >= 20_000_000).all()
    assert len(transactions) > 2
    sent = cell.table("sent.parquet")
    assert sent.groupby("transaction").size().tolist() == transactions.messages.tolist()


@on_embedded_brokers
def test_an_undisturbed_cell_says_so_and_is_run_once(cells: Cells, environment: CellEnvironment) -> None:
    cell = cells("at-least-once")
    assert cell.manifest.in_sync is not None
    assert (cell.manifest.in_sync.fewest, cell.manifest.in_sync.looks >= 2) == (3, True)
    assert {program.counts["connections_lost"] for program in cell.manifest.programs} == {0}
    assert cell.manifest.programs[0].counts["reassigned"] == 0
    cluster, runner = environment.cluster, environment.runner()
    assert not run_cell(cell.run, cell.plan, cell.plan.cells[0], cluster, runner)
    assert check(cell.folder) == cell.manifest


@on_embedded_brokers
def test_a_group_of_three_shares_the_partitions(run: Path, environment: CellEnvironment) -> None:
    cell = run_single_cell(run, environment, consumers=3)
    received = cell.table("received.parquet")
    assert sorted(received.id) == list(range(2000))
    assert received.groupby("consumer").partition.nunique().tolist() == [3, 3, 3]
    names = [program.name for program in cell.manifest.programs]
    assert names == ["consumer-0", "consumer-1", "consumer-2", "producer"]


@on_embedded_brokers
def test_the_topic_has_the_minimum_of_the_semantics_and_is_deleted_after_the_cell(
    cells: Cells, environment: CellEnvironment
) -> None:
    topic = cells("exactly-once").manifest.topic
    assert topic["min.insync.replicas"] == "2"
    client = admin(environment.cluster.access)
    wait_until(
        lambda: topic["name"] not in client.list_topics(timeout=10).topics,
        10,
        lambda: f"{topic['name']} was not deleted",
    )


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
    measured = measure_cell(run_single_cell(run, environment).folder)
    assert (measured.metrics["corrupted"], measured.metrics["lost"]) == (1, 0)
    (row,) = measured.tables["violations"].to_pylist()
    assert (row["violation"], row["id"], row["partition"], row["offset"]) == ("corrupted", 7, 0, 0)

from array import array
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from include.cells.fault_injection import FaultWindow
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.rawlog_assembly import assemble, faults_table
from include.cells.scenario_workload import Workload
from include.consumers.processing_journal import JOURNAL_ENTRY
from include.faults.broken_network import BrokenNetwork
from include.load_runtime.consumer_jobs import ConsumerJob
from include.load_runtime.program_descriptions import LoadPrograms, Program, successor
from include.monitors.reliable_ack.confirmation_records import CONFIRMATIONS, PART, Confirmations, ConfirmedBy
from include.networks.host_packet_rules import HostNetwork
from include.networks.packet_changes_and_counts import Loss, PacketCounts, Traffic
from include.producers.producer_files import ProducerFiles
from include.producers.sent_log import SentLog
from include.producers.transaction_records import Transaction, transactions_table
from include.rawlog.schemas import FAULTS, PROCESSED, RECEIVED, SENT, TransactionOutcome
from include.rawlog.table_writer import write_table
from include.scenarios.reliable_ack import ReliableAckSettings
from tests.load_programs import described_workload, programs_of


def programs(folder: Path, **settings: Any) -> LoadPrograms:
    return programs_of(folder, **{"semantics": "at-least-once", "messages": 4, "rate": 1, **settings})


def reliable_ack(folder: Path, **settings: Any) -> Workload[Any]:
    return described_workload(ReliableAckSettings.model_validate(settings), folder)


def sent(folder: Path, name: str, ids: list[int], outcome: str = "acked", mark: int = 0) -> None:
    rows = [{"id": id, "created_ns": mark, "outcome": outcome} for id in ids]
    write_table(ProducerFiles(folder, name).sent, pa.Table.from_pylist(rows, schema=SENT))
    write_table(ProducerFiles(folder, name).transactions, transactions_table([]))


def received(folder: Path, consumer: int, ids: list[int]) -> None:
    same = {"partition": consumer, "offset": 0, "received_ns": 1, "consumer": consumer}
    rows = [{"id": id, **same} for id in ids]
    write_table(folder / f"received-consumer-{consumer}.parquet", pa.Table.from_pylist(rows, schema=RECEIVED))


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("consumers", [1, 3])
def test_the_parts_of_all_consumers_become_one_file(tmp_path: Path, consumers: int) -> None:
    for consumer in range(consumers):
        received(tmp_path, consumer, [2 * consumer, 2 * consumer + 1])
    sent(tmp_path, "producer", [0])
    assemble(tmp_path, programs(tmp_path, consumers=consumers).all, [])
    table = pq.read_table(tmp_path / "received.parquet")
    assert table["id"].to_pylist() == list(range(2 * consumers))
    assert table.schema == RECEIVED
    assert files(tmp_path) == ["faults.parquet", "received.parquet", "sent.parquet", "transactions.parquet"]


class OnlookerJob(ConsumerJob):
    """The job of a consumer that does not belong to the consumers of the cell."""

    is_receiver: ClassVar[bool] = False


def test_messages_of_a_consumer_that_is_not_a_receiver_are_not_received_messages(tmp_path: Path) -> None:
    receivers = programs(tmp_path)
    sent(tmp_path, "producer", [0])
    received(tmp_path, 0, [0])
    onlooker = OnlookerJob(**{**receivers.consumers[0].job.model_dump(), "name": "onlooker"})
    assemble(tmp_path, [*receivers.all, Program("none", onlooker)], [])
    assert pq.read_table(tmp_path / "received.parquet")["id"].to_pylist() == [0]


def test_a_fault_is_recorded_with_its_window_its_target_and_that_of_a_network_with_its_packets() -> None:
    counts = [PacketCounts(count=1_200, dropped=36), PacketCounts(count=7, dropped=None)]
    network, nothing = cast("HostNetwork", None), Traffic(0, 0, 0, 0, 0, 0)
    broken = [BrokenNetwork("producer", network, Loss(0.03), nothing, packets) for packets in counts]
    lossy = (FaultWindow("lose-producer-packets", 5, target, 8) for target in broken)
    table = faults_table([FaultWindow("kill-leader", 5, "broker 2", None), *lossy])
    assert table.schema == faults_table([]).schema == FAULTS
    assert [tuple(row.values()) for row in table.to_pylist()] == [
        ("kill-leader", "broker 2", 5, None, None, None),
        ("lose-producer-packets", "producer", 5, 8, 1_200, 36),
        ("lose-producer-packets", "producer", 5, 8, 7, None),
    ]


def test_messages_of_a_killed_producer_precede_those_of_its_successor(tmp_path: Path) -> None:
    both = programs(tmp_path, fault="kill-producer")
    killed = SentLog.new(4, ProducerFiles(tmp_path, "producer").sent_folder)
    killed.handed_over(array("q", [0, 1, 2]), 5)
    sent(tmp_path, "producer-again", [2, 3], mark=9)
    received(tmp_path, 0, [])
    assemble(tmp_path, [*both.all, successor(both.producer)], [])
    table = pq.read_table(tmp_path / "sent.parquet")
    assert table["id"].to_pylist() == [0, 1, 2, 2, 3]
    assert table["outcome"].to_pylist() == ["unknown"] * 3 + ["acked"] * 2


def test_messages_of_an_aborted_transaction_have_two_rows(tmp_path: Path) -> None:
    sent(tmp_path, "producer", [0, 1, 2])
    rows = [{"id": id, "created_ns": 0, "outcome": "acked", "transaction": 4} for id in (1, 2)]
    write_table(ProducerFiles(tmp_path, "producer").sent_aborted(4), pa.Table.from_pylist(rows, schema=SENT))
    received(tmp_path, 0, [])
    assemble(tmp_path, programs(tmp_path).all, [])
    table = pq.read_table(tmp_path / "sent.parquet")
    assert table["id"].to_pylist() == [0, 1, 1, 2, 2]
    assert table["transaction"].to_pylist() == [None, 4, None, 4, None]


def test_messages_that_a_consumer_and_its_successor_processed_have_their_attempts(tmp_path: Path) -> None:
    both = programs(tmp_path, processing="process-first", fault="kill-before-commit")
    for name, ids in (("consumer-0", [0, 1]), ("consumer-0-again", [1, 2])):
        np.array([(id, -1, 0, id, 7, 8) for id in ids], JOURNAL_ENTRY).tofile(tmp_path / f"{name}.journal")
    sent(tmp_path, "producer", [0])
    assemble(tmp_path, [*both.all, successor(both.consumers[0])], [])
    table = pq.read_table(tmp_path / "received.parquet")
    assert table.schema == PROCESSED
    assert table["id"].to_pylist() == [0, 1, 1, 2]
    assert table["attempt"].to_pylist() == [1, 1, 2, 2]
    assert (set(table["received_ns"].to_pylist()), set(table["processed_ns"].to_pylist())) == ({7}, {8})


def test_what_a_consumer_received_is_taken_from_its_journal_if_it_wrote_no_parquet(tmp_path: Path) -> None:
    entries = [(5, -1, 2, 40, 7, 7), (-1, 6, 2, 41, 8, 8)]
    np.array(entries, JOURNAL_ENTRY).tofile(tmp_path / "consumer-0.journal")
    sent(tmp_path, "producer", [0])
    assemble(tmp_path, programs(tmp_path, client="java", lead_in_seconds=2).all, [])
    table = pq.read_table(tmp_path / "received.parquet")
    assert table.schema == RECEIVED
    assert table["id"].to_pylist() == [5, -1]
    assert table["corrupted_id"].to_pylist() == [None, 6]
    assert files(tmp_path) == ["faults.parquet", "received.parquet", "sent.parquet", "transactions.parquet"]


def test_transactions_of_several_copiers_are_numbered_consecutively(tmp_path: Path) -> None:
    sent(tmp_path, "producer", [0])
    for name in ("copier-0", "copier-1"):
        done = Transaction(0, 1, 0, 5, 2, 3, TransactionOutcome.COMMITTED)
        write_table(ProducerFiles(tmp_path, name).transactions, transactions_table([done]))
    assemble(tmp_path, programs(tmp_path, scenario="copy", semantics="exactly-once", copiers=2).all, [])
    assert pq.read_table(tmp_path / "transactions.parquet")["transaction"].to_pylist() == [0, 1]


def test_transactions_of_several_producers_have_numbers_of_their_own(tmp_path: Path) -> None:
    for index, name in enumerate(("producer", "producer-1")):
        acked = {"created_ns": 0, "outcome": "acked"}
        rows = [{"id": index + 2 * number, "transaction": number, **acked} for number in (0, 1)]
        write_table(ProducerFiles(tmp_path, name).sent, pa.Table.from_pylist(rows, schema=SENT))
        done = [Transaction(number, 1, 0, 1, 2, 3, TransactionOutcome.COMMITTED) for number in range(2)]
        write_table(ProducerFiles(tmp_path, name).transactions, transactions_table(done))
    assemble(tmp_path, programs(tmp_path, semantics="exactly-once", producers=2).all, [])
    sent_rows = pq.read_table(tmp_path / "sent.parquet")
    assert sent_rows["id"].to_pylist() == [0, 1, 2, 3]
    assert sent_rows["transaction"].to_pylist() == [0, 1, 2, 3]
    assert pq.read_table(tmp_path / "transactions.parquet")["transaction"].to_pylist() == [0, 2, 1, 3]


def test_only_messages_that_a_killed_monitor_had_confirmed_are_acknowledged(tmp_path: Path) -> None:
    cell_programs = programs(tmp_path, scenario="reliable_ack", level="reliable-ack", fault="kill-monitor")
    sent(tmp_path, "producer", [0, 1, 2, 3])
    confirmations = Confirmations.new(4, tmp_path / PART)
    for id in (0, 1, 2):
        confirmations.copied(id)
    confirmations.confirm(1, ConfirmedBy.RECEIPT, 70)
    received(tmp_path, 0, [0, 1, 2, 3])
    assemble(tmp_path, cell_programs.all, [])
    reliable_ack(tmp_path, level="reliable-ack").write_files(cast("ProgramSupervisor", None), {})
    table = pq.read_table(tmp_path / "sent.parquet")
    assert table.schema == SENT
    assert table["outcome"].to_pylist() == ["unknown", "acked", "unknown", "unknown"]
    assert table["acked_ns"].to_pylist() == [None, 70, None, None]
    written = pq.read_table(tmp_path / "confirmations.parquet")
    assert written.schema == CONFIRMATIONS
    assert written["confirmed_by"].to_pylist() == ["nothing", "receipt", "nothing"]
    assert not list(tmp_path.glob("confirmations-*"))

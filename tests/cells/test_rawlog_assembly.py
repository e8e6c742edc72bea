from array import array
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
import pyarrow.parquet as pq
import pytest

from include.cells.fault_injection import FaultWindow
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.rawlog_assembly import assemble, faults_table
from include.consumers.received_journal import JOURNAL_ENTRY
from include.faults.broken_network import BrokenNetwork
from include.load.consumer_jobs import ConsumerJob
from include.load.program_descriptions import LoadPrograms, Program, successor
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.packet_changes_and_counts import Loss, PacketCounts, Traffic
from include.producers.producer_files import ProducerFiles
from include.producers.sent_log import SentLog
from include.producers.transactions import Transactions
from include.rawlog.schemas import FAULTS, NEVER_SENT, PROCESSED, RECEIVED, SENT
from include.scenarios.reliable_ack.programs.confirmations import (
    CONFIRMATIONS,
    PART,
    Confirmations,
    ConfirmedBy,
)
from include.scenarios.reliable_ack.settings import AckLevel, ReliableAckSettings
from tests.load.fakes import fake_producer
from tests.load_programs import described_workload, programs_of


def programs(folder: Path, **settings: Any) -> LoadPrograms:
    return programs_of(folder, **{"semantics": "at-least-once", "messages": 4, "rate": 1, **settings})


def sent(folder: Path, name: str, ids: list[int]) -> SentLog:
    """The log of a producer of four messages, of which those with the ids are acknowledged."""
    log = SentLog.new(4, ProducerFiles(folder, name).sent)
    for id in ids:
        log.handed_over(array("q", [id]), 5)
        log.acknowledged(id, id + 1, 9)
    return log


def committed(folder: Path, name: str, transactions: int) -> None:
    """Record committed transactions in the journal of a program."""
    journal = Transactions(fake_producer(), ProducerFiles(folder, name).transactions, age_ms=0)
    for number in range(transactions):
        journal.begin(number)
        journal.commit(number + 1)


def received(folder: Path, program: str, ids: list[int]) -> None:
    entries = [(id, NEVER_SENT, 0, id, 7, 8) for id in ids]
    np.array(entries, JOURNAL_ENTRY).tofile(folder / f"{program}.journal")


@pytest.mark.parametrize("consumers", [1, 3])
def test_the_parts_of_all_consumers_become_one_file(tmp_path: Path, consumers: int) -> None:
    for consumer in range(consumers):
        received(tmp_path, f"consumer-{consumer}", [2 * consumer, 2 * consumer + 1])
    sent(tmp_path, "producer", [0])
    assemble(tmp_path, programs(tmp_path, consumers=consumers).all, [])
    table = pq.read_table(tmp_path / "received.parquet")
    assert table["id"].to_pylist() == list(range(2 * consumers))
    assert table["consumer"].to_pylist() == [consumer for consumer in range(consumers) for _ in range(2)]
    assert table.schema == RECEIVED
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {f"{name}.parquet" for name in ("faults", "received", "sent", "transactions")}


class OnlookerJob(ConsumerJob):
    """The job of a consumer that does not belong to the consumers of the cell."""

    is_receiver: ClassVar[bool] = False


def test_messages_of_a_consumer_that_is_not_a_receiver_are_not_received_messages(tmp_path: Path) -> None:
    receivers = programs(tmp_path)
    sent(tmp_path, "producer", [0])
    received(tmp_path, "consumer-0", [0])
    received(tmp_path, "onlooker", [1])
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
    killed = SentLog.new(4, ProducerFiles(tmp_path, "producer").sent)
    killed.handed_over(array("q", [0, 1, 2]), 5)
    sent(tmp_path, "producer-again", [2, 3])
    assemble(tmp_path, [*both.all, successor(both.producer)], [])
    table = pq.read_table(tmp_path / "sent.parquet")
    assert table["id"].to_pylist() == [0, 1, 2, 2, 3]
    assert table["outcome"].to_pylist() == ["unknown"] * 3 + ["acked"] * 2


def test_messages_of_an_aborted_transaction_have_two_rows(tmp_path: Path) -> None:
    log = sent(tmp_path, "producer", [0, 1, 2])
    log.transaction[1] = log.transaction[2] = 4
    log.set_aside(np.array([1, 2]), ProducerFiles(tmp_path, "producer").sent_aborted(4))
    log.handed_over(array("q", [1, 2]), 6)
    assemble(tmp_path, programs(tmp_path).all, [])
    table = pq.read_table(tmp_path / "sent.parquet")
    assert table["id"].to_pylist() == [0, 1, 1, 2, 2]
    assert table["transaction"].to_pylist() == [None, 4, None, 4, None]


def test_messages_that_a_consumer_and_its_successor_processed_have_their_attempts(tmp_path: Path) -> None:
    both = programs(tmp_path, processing="process-first", fault="kill-before-commit")
    for name, ids in (("consumer-0", [0, 1]), ("consumer-0-again", [1, 2])):
        received(tmp_path, name, ids)
    sent(tmp_path, "producer", [0])
    assemble(tmp_path, [*both.all, successor(both.consumers[0])], [])
    table = pq.read_table(tmp_path / "received.parquet")
    assert table.schema == PROCESSED
    assert table["id"].to_pylist() == [0, 1, 1, 2]
    assert table["attempt"].to_pylist() == [1, 1, 2, 2]
    assert (set(table["received_ns"].to_pylist()), set(table["processed_ns"].to_pylist())) == ({7}, {8})


def test_transactions_of_several_copiers_are_numbered_consecutively(tmp_path: Path) -> None:
    sent(tmp_path, "producer", [0])
    for name in ("copier-0", "copier-1"):
        committed(tmp_path, name, transactions=1)
    assemble(tmp_path, programs(tmp_path, scenario="copy", semantics="exactly-once", copiers=2).all, [])
    assert pq.read_table(tmp_path / "transactions.parquet")["transaction"].to_pylist() == [0, 1]


def test_transactions_of_several_producers_have_numbers_of_their_own(tmp_path: Path) -> None:
    for index, name in enumerate(("producer", "producer-1")):
        log = sent(tmp_path, name, [index, index + 2])
        log.transaction[index], log.transaction[index + 2] = 0, 1
        committed(tmp_path, name, transactions=2)
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
    assemble(tmp_path, cell_programs.all, [])
    workload = described_workload(ReliableAckSettings(level=AckLevel.RELIABLE_ACK), tmp_path)
    workload.write_files(cast("ProgramSupervisor", None), {})
    table = pq.read_table(tmp_path / "sent.parquet")
    assert table.schema == SENT
    assert table["outcome"].to_pylist() == ["unknown", "acked", "unknown", "unknown"]
    assert table["acked_ns"].to_pylist() == [None, 70, None, None]
    written = pq.read_table(tmp_path / "confirmations.parquet")
    assert written.schema == CONFIRMATIONS
    assert written["confirmed_by"].to_pylist() == ["nothing", "receipt", "nothing"]
    assert not list(tmp_path.glob("confirmations-*"))

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from confluent_kafka import KafkaError

from include.load.message import HEADER_BYTES, header_bytes
from include.scenarios.reliable_ack.programs import monitor
from include.scenarios.reliable_ack.programs.confirmations import confirmations_part
from include.scenarios.reliable_ack.programs.jobs import ADDRESS_FILE, Frame, FrameKind, MonitorJob
from include.scenarios.reliable_ack.programs.monitor import BusyTime, Monitor
from tests.load.fakes import FakeProducer, FakeSignals
from tests.load.jobs import job_of
from tests.load.messages import CELL

MESSAGE_BYTES = HEADER_BYTES + 12


def value_of(id: int) -> bytes:
    return header_bytes(id, CELL, 0) + bytes([id]) * 12


def copies(*ids: int, partition: int = 0) -> Frame:
    return Frame(FrameKind.COPIES, partition, b"".join(map(value_of, ids)))


def receipts(*ids: int) -> Frame:
    return Frame(FrameKind.RECEIPTS, 0, np.array(ids, "<i8").tobytes())


class FakeServer:
    """Receives one frame per turn; after the last one, the producer has closed its connections."""

    address = ("127.0.0.1", 9)

    def __init__(self, *script: Frame) -> None:
        self.is_closed = False
        self.has_all_copies = False
        self._script = list(script)

    def frames(self, timeout_seconds: float) -> Iterator[Frame]:
        frame = self._script.pop(0) if self._script else None
        if frame:
            yield frame
        else:
            self.has_all_copies = True

    def close(self) -> None:
        self.is_closed = True


class Cell:
    """A monitor in a cell of nine messages, whose list has eight slots."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.client = FakeProducer()
        self.server = FakeServer()
        monkeypatch.setattr(monitor, "Producer", lambda _settings: self.client)
        monkeypatch.setattr(monitor, "MonitorServer", lambda _host: self.server)
        monkeypatch.setattr(monitor, "ROUND_SECONDS", 0)

    def run(self, *script: Frame, drain_seconds: float = 60) -> dict[str, int]:
        job = job_of(
            MonitorJob,
            folder=self.folder,
            messages=9,
            client_settings={"bootstrap.servers": "127.0.0.1:9092"},
            message_bytes=MESSAGE_BYTES,
            drain_seconds=drain_seconds,
        )
        self.server = FakeServer(*script)
        program = Monitor(job, FakeSignals())
        program.get_ready()
        program.run()
        return program.counts()

    def rows(self) -> list[dict[str, Any]]:
        columns = ["id", "confirmed_by", "retransmitted"]
        return list(confirmations_part(self.folder).select(columns).to_pylist())

    def retransmissions(self) -> list[str]:
        return [call for call in self.client.calls if call.startswith("produce")]


@pytest.fixture
def cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch)


@pytest.mark.parametrize("script", [(copies(0, 1), receipts(1, 0)), (receipts(0, 1), copies(0, 1))])
def test_a_receipt_confirms_a_copy_also_before_it_arrives(cell: Cell, script: tuple[Frame, ...]) -> None:
    counts = cell.run(*script)
    assert cell.retransmissions() == []
    assert cell.rows() == [{"id": id, "confirmed_by": "receipt", "retransmitted": 0} for id in (0, 1)]
    assert (counts["copies"], counts["confirmed_by_receipt"], counts["unfinished"]) == (2, 2, 0)
    assert counts["slots"] == 8


def test_a_copy_without_a_receipt_is_retransmitted_to_its_partition(cell: Cell) -> None:
    counts = cell.run(copies(5, partition=2))
    assert cell.retransmissions() == ["produce 5 to t:2"]
    assert cell.client.values == [value_of(5)]
    assert cell.rows() == [{"id": 5, "confirmed_by": "retransmission", "retransmitted": 1}]
    assert counts["retransmitting_ns"] > 0


def test_a_copy_whose_retransmission_fails_is_retransmitted_again(cell: Cell) -> None:
    timed_out = KafkaError(KafkaError._MSG_TIMED_OUT)
    cell.client.outcomes = Mock(**{"get.side_effect": [timed_out, timed_out, None]})
    cell.run(copies(5))
    assert cell.retransmissions() == ["produce 5 to t:0"] * 3
    assert cell.rows() == [{"id": 5, "confirmed_by": "retransmission", "retransmitted": 3}]


def test_a_copy_that_is_not_confirmed_in_time_stays_unconfirmed(cell: Cell) -> None:
    counts = cell.run(copies(5), drain_seconds=0)
    assert cell.client.calls[-1] == "purge"
    assert cell.rows() == [{"id": 5, "confirmed_by": "nothing", "retransmitted": 0}]
    assert counts["unfinished"] == 1
    assert (cell.folder / ADDRESS_FILE).read_text() == "127.0.0.1\n9"
    assert cell.server.is_closed


def test_time_with_several_operations_under_way_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10, 30, 50, 65])
    monkeypatch.setattr(monitor, "monotonic_ns", lambda: next(now))
    retransmitting = BusyTime()
    retransmitting.begin()  # at 10
    retransmitting.begin()
    retransmitting.end()
    retransmitting.end()  # at 30
    retransmitting.begin()  # at 50
    assert retransmitting.total_ns == 20 + 15
    assert retransmitting.is_busy

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from include.scenarios.reliable_ack.programs.jobs import MonitoredProducerJob
from include.scenarios.reliable_ack.programs.producer import MonitoredProducer, MonitorSender
from tests.load.fakes import FakeProducer
from tests.load.messages import id_of
from tests.producers.delivery_cell import Cell


class SilentProducer(FakeProducer):
    """Reports no delivery before it is flushed."""

    def poll(self, timeout: float) -> None:
        if timeout:
            super().poll(timeout)


class FakeMonitor:
    """Accepts so many frames, then ends."""

    def __init__(self, frames: int) -> None:
        self.copies: list[tuple[int, list[int]]] = []
        self.is_closed = False
        self._left = frames

    @property
    def is_connected(self) -> bool:
        return self._left > 0

    def send(self, partition: int, values: Sequence[bytes]) -> bool:
        if not self.is_connected:
            return False
        self._left -= 1
        self.copies.append((partition, [id_of(value) for value in values]))
        return True

    def close(self, due: float) -> None:
        self.is_closed = True


def run(
    cell: Cell, monkeypatch: pytest.MonkeyPatch, client: FakeProducer, monitor: FakeMonitor, **changes: Any
) -> dict[str, int]:
    """Send six messages in batches of two; the client has room for four."""
    cell.program_type, cell.job_type, cell.client = MonitoredProducer, MonitoredProducerJob, client
    monkeypatch.setattr(MonitorSender, "connect", lambda *_arguments: monitor)
    return cell.run(messages=6, buffered_messages=4, **changes).counts()


@pytest.fixture
def cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch)


def test_the_monitor_gets_a_copy_of_each_message(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    client, monitor = FakeProducer(), FakeMonitor(frames=10)
    counts = run(cell, monkeypatch, client, monitor)
    assert monitor.copies == [(0, [0, 1]), (0, [2, 3]), (0, [4, 5])]
    assert monitor.is_closed
    assert (counts["acked"], counts["left_to_monitor"], counts["uncopied"]) == (6, 0, 0)


def test_messages_without_room_are_left_to_the_monitor(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    client, monitor = SilentProducer(), FakeMonitor(frames=10)
    counts = run(cell, monkeypatch, client, monitor)
    assert len(client.values) == 4
    assert monitor.copies[-1] == (0, [4, 5])
    assert [row["outcome"] for row in cell.sent()] == ["acked"] * 4 + ["unknown"] * 2
    assert (counts["queue_full"], counts["left_to_monitor"], counts["uncopied"]) == (0, 2, 0)


@pytest.mark.parametrize(("frames", "leaves", "copies"), [(10, False, 3), (1, True, 1)])
def test_without_its_monitor_or_the_choice_to_leave_it_messages_a_producer_waits_for_its_client(
    cell: Cell, monkeypatch: pytest.MonkeyPatch, frames: int, leaves: bool, copies: int
) -> None:
    client, monitor = SilentProducer(), FakeMonitor(frames)
    counts = run(cell, monkeypatch, client, monitor, leaves_to_monitor=leaves)
    assert len(client.values) == 6
    assert len(monitor.copies) == copies
    assert (counts["queue_full"], counts["left_to_monitor"], counts["uncopied"]) == (1, 0, 6 - 2 * copies)

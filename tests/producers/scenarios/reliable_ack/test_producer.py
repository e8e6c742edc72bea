from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pyarrow.parquet as pq
import pytest

from include.load_runtime.message import read_header
from include.load_runtime.scenarios.reliable_ack.jobs import MonitoredProducerJob
from include.load_runtime.signals import ProgramSignals
from include.producers import delivery
from include.producers.scenarios.reliable_ack.monitor_sender import MonitorSender
from include.producers.scenarios.reliable_ack.producer import MonitoredProducer
from tests.load_runtime.fakes import FakeProducer, FakeSignals
from tests.load_runtime.jobs import job_of


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
        self.copies.append((partition, [read_header(value).id for value in values]))
        return True

    def close(self, due: float) -> None:
        self.is_closed = True


def run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, client: FakeProducer, monitor: FakeMonitor, **given: Any
) -> dict[str, int]:
    """Send six messages in batches of two; the client has room for four."""
    monkeypatch.setattr(delivery, "Producer", lambda _settings: client)
    monkeypatch.setattr(MonitorSender, "connect", lambda *_arguments: monitor)
    fields = {"name": "producer", "folder": folder, "messages": 6, "buffered_messages": 4, **given}
    job = job_of(MonitoredProducerJob, **fields)
    program = MonitoredProducer(job, cast("ProgramSignals", FakeSignals()))
    program.get_ready()
    program.run()
    program.write()
    return program.counts()


def test_the_monitor_gets_a_copy_of_each_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client, monitor = FakeProducer(), FakeMonitor(frames=10)
    counts = run(tmp_path, monkeypatch, client, monitor)
    assert monitor.copies == [(0, [0, 1]), (0, [2, 3]), (0, [4, 5])]
    assert monitor.is_closed
    assert (counts["acked"], counts["left_to_monitor"], counts["uncopied"]) == (6, 0, 0)


def test_messages_for_which_the_client_has_no_room_are_left_to_the_monitor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, monitor = SilentProducer(), FakeMonitor(frames=10)
    counts = run(tmp_path, monkeypatch, client, monitor)
    assert len(client.values) == 4
    assert monitor.copies[-1] == (0, [4, 5])
    outcomes = pq.read_table(tmp_path / "sent-producer.parquet")["outcome"].to_pylist()
    assert outcomes == ["acked"] * 4 + ["unknown"] * 2
    assert (counts["queue_full"], counts["left_to_monitor"], counts["uncopied"]) == (0, 2, 0)


@pytest.mark.parametrize(("frames", "leaves", "copies"), [(10, False, 3), (1, True, 1)])
def test_without_its_monitor_or_the_choice_to_leave_it_messages_a_producer_waits_for_its_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frames: int, leaves: bool, copies: int
) -> None:
    client, monitor = SilentProducer(), FakeMonitor(frames)
    counts = run(tmp_path, monkeypatch, client, monitor, leaves_to_monitor=leaves)
    assert len(client.values) == 6
    assert len(monitor.copies) == copies
    assert (counts["queue_full"], counts["left_to_monitor"], counts["uncopied"]) == (1, 0, 6 - 2 * copies)

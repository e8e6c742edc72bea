import socket
from collections.abc import Iterator

import numpy as np
import pytest
from confluent_kafka import OFFSET_BEGINNING

from include.load import group_consumer
from include.scenarios.reliable_ack.programs import receipts
from include.scenarios.reliable_ack.programs.jobs import Frame, FrameDecoder, FrameKind, ReceiptsJob
from include.scenarios.reliable_ack.programs.receipts import ReceiptReporter
from tests.load.fakes import FakeConsumer, FakeSignals, Step
from tests.load.jobs import job_of
from tests.load.messages import message


class Cell:
    """A receipt reporter, and the end of its connection that is the monitor's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.signals = FakeSignals()
        self.client = FakeConsumer(self.signals)
        self.client.replicas = {0: [12, 10], 1: [10, 11], 2: [11, 12], 3: [10, 12]}
        self.client.live = {10, 11, 12}
        self.monitor, reporter = socket.socketpair()
        monkeypatch.setattr(group_consumer, "Consumer", lambda _settings: self.client)
        monkeypatch.setattr(receipts, "connect_to_monitor", lambda _folder: reporter)

    def run(self, *steps: Step, index: int = 0, of: int = 3) -> ReceiptReporter:
        program = ReceiptReporter(job_of(ReceiptsJob, index=index, of=of), self.signals)
        self.client.steps = list(steps)
        program.get_ready()
        program.run()
        return program

    def frames(self) -> list[Frame]:
        return FrameDecoder().take(self.monitor.recv(10_000))


@pytest.fixture
def cell(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cell]:
    created = Cell(monkeypatch)
    yield created
    created.monitor.close()


@pytest.mark.parametrize(("index", "of", "read"), [(0, 3, "1 3"), (1, 3, "2"), (2, 3, "0"), (0, 2, "0 1 3")])
@pytest.mark.parametrize("fenced", [None, 10])
def test_a_reporter_reads_what_its_brokers_usually_lead(
    cell: Cell, index: int, of: int, read: str, fenced: int | None
) -> None:
    cell.client.live.discard(fenced or 0)
    cell.run(index=index, of=of)
    positions = (f"{partition}:{OFFSET_BEGINNING}" for partition in read.split())
    assert cell.client.calls == [f"assign {' '.join(positions)}"]


def test_a_reporter_whose_broker_leads_nothing_reads_nothing(cell: Cell) -> None:
    cell.client.replicas = {0: [10]}
    cell.run(index=1)
    assert cell.client.calls == []


def test_the_ids_of_the_cells_messages_are_reported_together_until_the_reporter_leaves(cell: Cell) -> None:
    program = cell.run([message(4), message(2, cell=7), message(9)])
    [frame] = cell.frames()
    assert frame.kind is FrameKind.RECEIPTS
    assert np.frombuffer(frame.content, "<i8").tolist() == [4, 9]
    assert program.counts() == {"receipts": 2}
    program.leave()
    assert cell.client.calls[-1] == "close"
    assert cell.monitor.recv(1) == b""


def test_a_reporter_goes_on_reading_when_its_monitor_was_killed(cell: Cell) -> None:
    cell.monitor.close()
    assert cell.run([message(1)], [message(2)]).counts() == {"receipts": 0}
    assert cell.client.steps == []

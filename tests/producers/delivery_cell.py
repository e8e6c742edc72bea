"""A producer under test that sends to a client in the place of a broker."""

from pathlib import Path
from typing import Any

import pytest

from include.load.message import HEADER_BYTES
from include.load.producer_job import ProducerJob
from include.producers import delivery_producer
from include.producers.delivery_producer import DeliveryProducer
from include.producers.producer_files import sent_parts
from tests.load.fakes import FakeProducer, FakeSignals
from tests.load.jobs import job_of
from tests.load.messages import id_of

MESSAGE_BYTES = HEADER_BYTES + 12


class Cell:
    """A producer that sends batches of two messages."""

    program_type: type[DeliveryProducer] = DeliveryProducer
    job_type: type[ProducerJob] = ProducerJob

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.client = FakeProducer()
        self.signals = FakeSignals()
        monkeypatch.setattr(delivery_producer, "Producer", lambda _settings: self.client)

    def started(self, **changes: Any) -> DeliveryProducer:
        fields = {"name": "producer", "messages": 5, "message_bytes": MESSAGE_BYTES, **changes}
        program = self.program_type(job_of(self.job_type, folder=self.folder, **fields), self.signals)
        program.get_ready()
        return program

    def run(self, **changes: Any) -> DeliveryProducer:
        program = self.started(**changes)
        self.client.calls.clear()
        program.run()
        return program

    def kill(self, **changes: Any) -> None:
        """Run the program to its pause, and kill it there."""

        def end() -> None:
            raise KeyboardInterrupt

        self.signals = FakeSignals(end)
        with pytest.raises(KeyboardInterrupt):
            self.run(**changes)
        self.signals = FakeSignals()

    def sent(self, name: str = "producer") -> list[dict[str, Any]]:
        """The rows of the messages; those of aborted transactions come first."""
        return [row for part in sent_parts(self.folder, name) for row in part.to_pylist()]


def ids(values: list[bytes]) -> list[int]:
    return [id_of(value) for value in values]


def unreported_at_pause(cell: Cell) -> list[int]:
    unreported: list[int] = []
    cell.signals = FakeSignals(lambda: unreported.append(len(cell.client.unreported)))
    return unreported

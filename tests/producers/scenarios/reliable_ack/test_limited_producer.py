from pathlib import Path
from typing import Any, cast

import pytest
from confluent_kafka import KafkaError

from include.load_runtime.scenarios.reliable_ack.jobs import LimitedProducerJob
from include.load_runtime.signals import ProgramSignals
from include.producers import delivery
from include.producers.scenarios.reliable_ack.limited_producer import LimitedProducer
from tests.load_runtime.fakes import FakeProducer, FakeSignals
from tests.load_runtime.jobs import job_of


class UnacknowledgedProducer(FakeProducer):
    """Reports no delivery before it is told to give up its messages."""

    is_purged = False

    def poll(self, timeout: float) -> None:
        pass

    def flush(self, timeout: float = -1) -> int:
        if self.is_purged:
            self._report()
        return len(self.unreported)

    def purge(self) -> None:
        self.is_purged = True
        self.outcomes = dict.fromkeys(range(6), KafkaError(KafkaError._PURGE_INFLIGHT))


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, client: FakeProducer, **given: Any) -> dict[str, int]:
    """Send six messages in batches of two."""
    monkeypatch.setattr(delivery, "Producer", lambda _settings: client)
    job = job_of(LimitedProducerJob, name="producer", folder=folder, messages=6, **given)
    program = LimitedProducer(job, cast("ProgramSignals", FakeSignals()))
    program.get_ready()
    program.run()
    program.write()
    return program.counts()


def test_messages_that_are_given_up_are_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(tmp_path, monkeypatch, FakeProducer())["acked"] == 6
    counts = run(tmp_path, monkeypatch, UnacknowledgedProducer(), drain_seconds=0.01)
    assert (counts["sent"], counts["acked"], counts["failed"], counts["unknown"]) == (6, 0, 0, 6)

from pathlib import Path

import pytest
from confluent_kafka import KafkaError, KafkaException, Message

from include.consumers import delivery_consumer as receipt_lateness
from include.consumers.delivery_consumer import DeliveryConsumer, ReceiptLateness
from include.consumers.received_journal import read_received
from include.load import group_consumer
from include.load.consumer_jobs import ConsumerJob
from tests.load.fakes import FakeConsumer, FakeSignals, Step, events_of
from tests.load.jobs import job_of
from tests.load.messages import end_of_partition, failure, message


class Cell:
    """A consumer in a cell of four messages."""

    program_type: type[DeliveryConsumer] = DeliveryConsumer

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.job = job_of(ConsumerJob, name="consumer-3", folder=folder, messages=4, index=3)
        self.signals = FakeSignals()
        self.client = FakeConsumer(self.signals)
        monkeypatch.setattr(group_consumer, "Consumer", lambda _settings: self.client)

    def run(self, *steps: Step) -> DeliveryConsumer:
        self.program = self.program_type(self.job, self.signals)
        self.client.steps = list(steps)
        self.program.get_ready()
        self.program.run()
        return self.program


@pytest.fixture
def cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    return Cell(tmp_path, monkeypatch)


def test_a_delivery_is_a_row(cell: Cell) -> None:
    cell.run([message(2, partition=1, offset=8), message(0)], [message(2, partition=1, offset=8)])
    rows = read_received(cell.job).to_pylist()
    assert [(row["id"], row["partition"], row["offset"], row["consumer"]) for row in rows] == [
        (2, 1, 8, 3),
        (0, 0, 0, 3),
        (2, 1, 8, 3),
    ]
    assert rows[0]["received_ns"] == rows[1]["received_ns"] < rows[2]["received_ns"]


def test_what_the_client_has_fetched_when_the_program_is_told_to_stop_is_delivered(cell: Cell) -> None:
    program = cell.run([message(0)], cell.signals.stop, [message(1), message(2)])
    assert program.counts()["received"] == 3
    program.leave()
    assert cell.client.calls == ["subscribe t", "close"]


def test_the_last_message_is_reported_at_once(cell: Cell, capsys: pytest.CaptureFixture[str]) -> None:
    cell.run([message(0)], [message(1)], [message(2), message(3)], [message(3)])
    assert [event["counts"]["different"] for event in events_of(capsys, "progress")] == [1, 4]


def test_the_end_of_a_partition_is_reported_at_once(cell: Cell, capsys: pytest.CaptureFixture[str]) -> None:
    cell.run([message(0)], [end_of_partition(0, 1)], [end_of_partition(5, 0)])
    assert [event["at_end"] for event in events_of(capsys, "progress")] == [{}, {"0": 1}, {"0": 1, "5": 0}]


def test_an_error_ends_the_program_with_its_receipts(cell: Cell) -> None:
    with pytest.raises(KafkaException, match="TOPIC_AUTHORIZATION_FAILED"):
        cell.run([message(0)], [failure(KafkaError(KafkaError.TOPIC_AUTHORIZATION_FAILED))])
    assert cell.program.counts()["received"] == 1


def test_a_subclass_handles_messages_before_they_are_reported_as_received(cell: Cell) -> None:
    handled: list[tuple[int, int]] = []

    class Program(DeliveryConsumer):
        def handle(self, messages: list[Message]) -> None:
            handled.append((len(messages), self.journal.received))

    cell.program_type = Program
    cell.run([message(0), message(1)])
    assert handled[0] == (2, 0)


@pytest.fixture
def lateness(monkeypatch: pytest.MonkeyPatch) -> ReceiptLateness:
    """A record whose consumer is away for 7 ns before each wait."""
    record = ReceiptLateness()
    monkeypatch.setattr(receipt_lateness, "monotonic_ns", lambda: record._returned_ns + 7)
    return record


@pytest.mark.parametrize(
    ("taken", "late_ns"),
    [
        pytest.param([3], 0, id="the first wait makes nothing late"),
        pytest.param([1, 2], 7, id="messages are late by the time without waiting before them"),
        pytest.param([1, 0], 0, id="a wait that ends without messages counts for none"),
        pytest.param([], None, id="without a message there is no lateness"),
    ],
)
def test_messages_are_late_by_the_time_without_waiting(
    lateness: ReceiptLateness, taken: list[int], late_ns: int | None
) -> None:
    lateness.ask()
    for number, messages in enumerate(taken):
        lateness.take(messages, 100 + 100 * number)
        lateness.ask()
    names = () if late_ns is None else ("receipt_lateness_p50_ns", "receipt_lateness_p99_ns")
    assert lateness.counts() == dict.fromkeys(names, late_ns)

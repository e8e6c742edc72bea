import threading
from time import sleep
from typing import Any

import pytest
from confluent_kafka import KafkaError, KafkaException

from include.load.message import header_bytes
from include.load.producer_job import Resend
from include.load.signals import UNREPORTED_MESSAGES
from include.producers.producer_files import ProducerFiles
from include.producers.sent_log import SentLog
from tests.load.fakes import FENCED, FakeProducer, FakeSignals, events_of
from tests.load.messages import CELL, FILLERS
from tests.producers.delivery_cell import Cell, ids, unreported_at_pause


def log_of(cell: Cell, producer: str = "producer") -> SentLog:
    """The messages of a producer, also if it was killed."""
    return SentLog.open(ProducerFiles(cell.folder, producer).sent)


def test_messages_are_sent_in_their_order_and_in_batches(cell: Cell) -> None:
    program = cell.run()
    assert cell.client.calls == ["produce 0 1 to t:0", "produce 2 3 to t:0", "produce 4 to t:0", "flush"]
    others = ("failed", "unknown", "queue_full", "resent", "requests_retried", "transactions")
    counts = {name: count for name, count in program.counts().items() if not name.endswith("_ns")}
    assert counts == {"sent": 5, "acked": 5, **dict.fromkeys(others, 0)}


def test_a_producer_sends_its_share_of_the_messages_with_header_and_filler(cell: Cell) -> None:
    program = cell.run(messages=11, producers=4, index=2)
    assert cell.client.calls == ["produce 2 6 to t:0", "produce 10 to t:0", "flush"]
    assert (program.counts()["sent"], program.counts()["acked"]) == (3, 3)
    assert [row["id"] for row in cell.sent()] == [2, 6, 10]
    assert cell.client.values[1] == header_bytes(6, CELL, cell.sent()[1]["created_ns"]) + FILLERS.of(6)


def test_the_outcome_of_each_message_is_a_row_of_the_raw_log(cell: Cell) -> None:
    errors = {1: KafkaError.MSG_SIZE_TOO_LARGE, 2: KafkaError._MSG_TIMED_OUT}
    cell.client.outcomes = {id: KafkaError(error) for id, error in errors.items()}
    program = cell.run()
    assert [(row["id"], row["outcome"], row["offset"]) for row in cell.sent()] == [
        (0, "acked", 0),
        (1, "failed", None),
        (2, "unknown", None),
        (3, "acked", 3),
        (4, "acked", 4),
    ]
    counts = program.counts()
    assert (counts["error_failed"], counts["error_unknown"]) == (1, 1)


def test_a_message_that_the_client_does_not_accept_has_failed(cell: Cell) -> None:
    cell.client.refusals = {1: KafkaError(KafkaError.MSG_SIZE_TOO_LARGE)}
    program = cell.run()
    assert ids(cell.client.values) == [0, 2, 3, 4]
    assert [row["outcome"] for row in cell.sent()] == ["acked", "failed", "acked", "acked", "acked"]
    assert program.counts()["failed"] == 1


def test_messages_with_keys_leave_the_choice_of_the_partition_to_the_client(cell: Cell) -> None:
    cell.run(keys=3)
    assert cell.client.keys == [b"0", b"1", b"2", b"0", b"1"]
    assert cell.client.calls[0] == "produce 0 1 to t:-1"


def test_a_full_buffer_holds_the_producer_up_until_messages_are_reported(cell: Cell) -> None:
    unreported: list[int] = []
    poll = cell.client.poll

    def poll_only_when_waiting(timeout: float) -> None:
        if timeout:
            unreported.append(len(cell.client.unreported))
            poll(timeout)

    cell.client.poll = poll_only_when_waiting  # type: ignore[method-assign]
    program = cell.run(messages=8, buffered_messages=4)
    assert program.counts()["queue_full"] == 1
    assert unreported[0] == 4
    assert program.counts()["acked"] == 8


def test_a_producer_counts_what_it_used_after_the_lead_in_and_how_late_it_was_at_a_rate(cell: Cell) -> None:
    assert "lateness_p99_ns" not in cell.run(name="unthrottled").counts()
    counts = cell.run(rate=20.0, messages=14, untimed_messages=4).counts()
    assert counts["lateness_p99_ns"] > 0
    assert counts["sending_ns"] > 20_000_000
    # It leaves the CPU to the brokers.
    assert 0 < counts["sending_python_cpu_ns"] < 0.2 * counts["sending_ns"]
    assert counts["sending_cpu_ns"] > 0
    assert counts["longest_poll_gap_ns"] > 0
    first, _, of_next_batch, *_ = cell.sent()
    assert first["acked_ns"] < of_next_batch["created_ns"]  # it is timed while the producer sleeps


def test_at_a_fixed_rate_an_error_of_a_callback_ends_the_producer(cell: Cell) -> None:
    cell.client.errors["poll"] = [FENCED]
    with pytest.raises(KafkaException, match="fenced"):
        cell.run(rate=100.0)


def test_progress_is_reported_at_every_milestone(cell: Cell, capsys: pytest.CaptureFixture[str]) -> None:
    cell.run(messages=10, milestones=[3, 8])
    assert [event["counts"]["sent"] for event in events_of(capsys, "progress")] == [2, 4, 8]


def test_a_producer_that_is_told_to_stop_sends_no_further_batch(cell: Cell) -> None:
    cell.signals.stop()
    program = cell.run()
    assert cell.client.values == []
    assert program.counts()["sent"] == 0


def test_a_missing_permission_ends_the_producer(cell: Cell) -> None:
    cell.client.outcomes = {0: KafkaError(KafkaError.TOPIC_AUTHORIZATION_FAILED)}
    with pytest.raises(KafkaException, match="TOPIC_AUTHORIZATION_FAILED"):
        cell.run()
    assert ids(cell.client.values) == [0, 1]


def test_a_fatal_error_that_the_client_raises_in_a_callback_is_the_clients(cell: Cell) -> None:
    def flush(timeout: float = -1) -> int:
        raise SystemError("returned a result with an exception set") from KafkaException(FENCED)

    cell.client.flush = flush  # type: ignore[method-assign]
    with pytest.raises(KafkaException, match="fenced"):
        cell.run()


@pytest.mark.parametrize("rate", [None, 2_000])
def test_a_producer_pauses_before_the_latest_reports(
    cell: Cell, capsys: pytest.CaptureFixture[str], rate: float | None
) -> None:
    unreported = unreported_at_pause(cell)
    cell.run(messages=200, pause_after=100, rate=rate)
    # The batch that came to that point is unreported too and, with a rate, a batch before it.
    assert UNREPORTED_MESSAGES + (2 if rate is None else 0) <= unreported[0] <= UNREPORTED_MESSAGES + 4
    (paused,) = events_of(capsys, "paused")
    assert 100 <= paused["counts"]["sent"] < 102  # with a rate, a batch may have one message


def test_after_the_pause_the_producer_writes_to_the_added_partitions_too(cell: Cell) -> None:
    at_pause: list[int] = []
    cell.signals = FakeSignals(lambda: at_pause.append(len(cell.client.calls)))
    cell.run(messages=200, pause_after=100, partitions=1, partitions_after_pause=3)
    calls, paused = cell.client.calls, at_pause[0]
    assert calls[paused] == "metadata of t"
    partitions = [call[-3:] for call in calls if call.startswith("produce")]
    before = sum(call.startswith("produce") for call in calls[:paused])
    assert set(partitions[:before]) == {"t:0"}
    assert set(partitions[before : before + 3]) == {"t:0", "t:1", "t:2"}


def test_no_delivery_report_is_taken_of_a_batch_that_ends_shortly_before_the_pause(cell: Cell) -> None:
    unreported, produce_batch = unreported_at_pause(cell), cell.client.produce_batch
    others = set(threading.enumerate())

    def produce(*arguments: Any) -> int:
        """When all delivery reports were taken, if anybody takes them."""
        accepted = produce_batch(*arguments)
        while cell.client.unreported and set(threading.enumerate()) - others:
            sleep(0)
        return accepted

    cell.client.produce_batch = produce  # type: ignore[method-assign, assignment]
    cell.run(messages=200, pause_after=100, rate=1e9, batch_bytes=40 * 64, most_per_request=40)
    assert unreported[0] >= UNREPORTED_MESSAGES


def test_a_successor_of_a_successor_knows_what_each_of_them_sent(cell: Cell) -> None:
    load: dict[str, Any] = {"messages": 300, "resend": Resend.NOT_HANDED_OVER}
    for name, earlier in (("first", []), ("second", ["first"])):
        cell.kill(name=name, takes_over=earlier, pause_after=100, **load)
    cell.client.values.clear()
    program = cell.run(name="third", takes_over=["first", "second"], **load)
    first, second = (log_of(cell, name).attempted() for name in ("first", "second"))
    assert not (first & second).any()
    assert ids(cell.client.values) == [message for message in range(300) if not (first | second)[message]]
    assert program.counts()["sent"] == 300


def test_a_successor_keeps_the_schedule_of_the_messages(cell: Cell) -> None:
    fields: dict[str, Any] = {"messages": 110, "rate": 2_000.0}
    cell.kill(pause_after=100, **fields)
    first = int(log_of(cell).created_ns[0])
    cell.run(name="producer-again", takes_over=["producer"], resend=Resend.NOT_ACKED, **fields)
    created = {row["id"]: row["created_ns"] - first for row in cell.sent("producer-again")}
    assert created[105] == 105 * 500_000


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
        self.outcomes = dict.fromkeys(range(5), KafkaError(KafkaError._PURGE_INFLIGHT))


def test_messages_that_are_given_up_are_unknown(cell: Cell) -> None:
    cell.client = UnacknowledgedProducer()
    counts = cell.run(drain_seconds=0.01).counts()
    assert (counts["sent"], counts["acked"], counts["failed"], counts["unknown"]) == (5, 0, 0, 5)

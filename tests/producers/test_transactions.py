from pathlib import Path

import pytest
from confluent_kafka import KafkaError, KafkaException

from include.producers import transactions
from include.producers.transactions import NS_PER_MS, Transactions, transactions_in, transactions_table
from include.rawlog.schemas import TransactionOutcome


class FakeProducer:
    """Counts calls; raises what it is told to when it commits."""

    def __init__(self, *problems: KafkaError) -> None:
        self.calls: list[str] = []
        self._problems = list(problems)

    def begin_transaction(self) -> None:
        self.calls.append("begin")

    def commit_transaction(self, timeout: float = 0) -> None:
        self.calls.append("commit")
        if self._problems:
            raise KafkaException(self._problems.pop(0))

    def abort_transaction(self, timeout: float = 0) -> None:
        self.calls.append("abort")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Milliseconds; the test sets them."""
    now = [0]
    monkeypatch.setattr(transactions, "monotonic_ns", lambda: now[0] * NS_PER_MS)
    return now


def send(sends: Transactions, clock: list[int], *moments: int) -> list[int]:
    """Send a message at each moment, in ms; the numbers of their transactions."""
    numbers = []
    for message, clock[0] in enumerate(moments):
        if sends.is_due():
            sends.commit(message)
            sends.begin(message)
        numbers.append(sends.current)
    return numbers


def test_the_first_send_that_finds_a_transaction_old_enough_commits_it(clock: list[int]) -> None:
    producer = FakeProducer()
    assert send(Transactions(producer, age_ms=10), clock, 0, 5, 9, 10, 15, 40) == [0, 0, 0, 1, 1, 2]
    assert producer.calls == ["begin", "commit", "begin", "commit", "begin"]


def test_a_transaction_knows_how_many_messages_it_had(clock: list[int]) -> None:
    sends = Transactions(FakeProducer(), age_ms=10)
    send(sends, clock, 0, 5, 12, 13, 14)
    sends.commit(5)
    assert [one.messages for one in sends.done] == [2, 3]
    assert transactions_table(sends.done)["outcome"].to_pylist() == ["committed", "committed"]


def test_a_commit_that_must_be_aborted_is_aborted(clock: list[int]) -> None:
    producer = FakeProducer(KafkaError(KafkaError._STATE, "abort", False, False, True))
    sends = Transactions(producer, age_ms=10)
    send(sends, clock, 0)
    assert sends.commit(1) is sends.done[0]
    assert producer.calls[-1] == "abort"
    assert sends.done[0].outcome is TransactionOutcome.ABORTED


def test_a_commit_that_may_be_tried_again_is(clock: list[int]) -> None:
    producer = FakeProducer(KafkaError(KafkaError._TIMED_OUT, "slow", False, True, False))
    sends = Transactions(producer, age_ms=10)
    send(sends, clock, 0)
    sends.commit(1)
    assert producer.calls == ["begin", "commit", "commit"]
    assert sends.done[0].outcome is TransactionOutcome.COMMITTED


def test_a_fenced_producer_leaves_an_unknown_transaction(clock: list[int]) -> None:
    sends = Transactions(FakeProducer(KafkaError(KafkaError._FENCED, "fenced", True)), age_ms=10)
    send(sends, clock, 0)
    with pytest.raises(KafkaException):
        sends.commit(1)
    assert sends.done[0].outcome is TransactionOutcome.UNKNOWN
    assert sends.done[0].ended_ns is None


def test_a_killed_producers_open_transaction_is_over(clock: list[int], tmp_path: Path) -> None:
    journal = tmp_path / "transactions"
    send(Transactions(FakeProducer(), age_ms=10, journal=journal), clock, 0, 5, 12)
    left = transactions_in(journal)
    assert [(one.number, one.messages, one.outcome.value) for one in left] == [
        (0, 2, "committed"),
        (1, 0, "aborted"),
    ]


def test_whether_a_commit_that_was_called_came_about_a_killed_producer_cannot_tell(
    clock: list[int], tmp_path: Path
) -> None:
    journal = tmp_path / "transactions"
    sends = Transactions(FakeProducer(KafkaError(KafkaError._FENCED, "fenced", True)), 10, journal=journal)
    send(sends, clock, 0)
    with pytest.raises(KafkaException):
        sends.commit(1)
    assert [one.outcome for one in transactions_in(journal)] == [TransactionOutcome.UNKNOWN]


def test_transactions_are_numbered_on_from_an_earlier_producers(clock: list[int]) -> None:
    assert send(Transactions(FakeProducer(), age_ms=10, earlier=7), clock, 0, 12) == [7, 8]

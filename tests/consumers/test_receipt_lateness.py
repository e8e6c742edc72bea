"""How late receipts may have been: the time without waiting before them, over all messages."""

import pytest

from include.consumers import delivery as receipt_lateness
from include.consumers.delivery import ReceiptLateness


@pytest.fixture
def lateness(monkeypatch: pytest.MonkeyPatch) -> ReceiptLateness:
    """A record whose consumer is away for 7 ns before each wait."""
    record = ReceiptLateness()
    monkeypatch.setattr(receipt_lateness, "monotonic_ns", lambda: record._returned_ns + 7)
    return record


def test_the_first_wait_makes_nothing_late(lateness: ReceiptLateness) -> None:
    lateness.ask()
    lateness.take(3, 100)
    assert lateness.counts() == {"receipt_lateness_p50_ns": 0, "receipt_lateness_p99_ns": 0}


def test_messages_are_late_by_the_time_without_waiting_before_them(lateness: ReceiptLateness) -> None:
    lateness.ask()
    lateness.take(1, 100)
    lateness.ask()
    lateness.take(2, 200)
    assert lateness.counts() == {"receipt_lateness_p50_ns": 7, "receipt_lateness_p99_ns": 7}


def test_a_wait_that_ends_without_messages_counts_for_none(lateness: ReceiptLateness) -> None:
    lateness.ask()
    lateness.take(1, 100)
    lateness.ask()
    lateness.take(0, 200)
    assert lateness.counts() == {"receipt_lateness_p50_ns": 0, "receipt_lateness_p99_ns": 0}


def test_without_a_message_there_is_no_lateness(lateness: ReceiptLateness) -> None:
    lateness.ask()
    assert lateness.counts() == {}

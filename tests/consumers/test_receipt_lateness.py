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
    counts = (
        {} if late_ns is None else {"receipt_lateness_p50_ns": late_ns, "receipt_lateness_p99_ns": late_ns}
    )
    assert lateness.counts() == counts

import pytest

from include.monitors.reliable_ack import monitor as busy
from include.monitors.reliable_ack.monitor import BusyTime


def test_time_with_several_operations_under_way_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([10, 30, 50, 65])
    monkeypatch.setattr(busy, "monotonic_ns", lambda: next(now))
    retransmitting = BusyTime()
    retransmitting.begin()  # at 10
    retransmitting.begin()
    retransmitting.end()
    retransmitting.end()  # at 30
    retransmitting.begin()  # at 50
    assert retransmitting.total_ns == 20 + 15
    assert retransmitting.is_busy

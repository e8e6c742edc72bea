from typing import cast

import pytest

from include.cells import last_stable_offsets
from include.cells.last_stable_offsets import LastStableOffsets
from include.faults.scene import Brokers


class Log:
    """A topic of two partitions whose ends, and whose clock, a test moves."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.log, self.stable, self.now = {0: 10, 1: 10}, {0: 10, 1: 10}, 0.0
        patch.setattr(last_stable_offsets, "monotonic", lambda: self.now)

    def log_ends(self, *_: object, committed: bool = False) -> dict[int, int]:
        return dict(self.stable if committed else self.log)


def test_a_partition_is_read_up_to_a_transaction_that_is_open_long(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    topic = LastStableOffsets(cast("Brokers", log), "t", 2, transaction_seconds=60)
    log.stable[1] = 7
    assert topic.look() == {0: 10, 1: 10}
    log.now = 70
    assert topic.look() == {0: 10, 1: 10}
    log.now = 80
    assert topic.look() == {0: 10, 1: 7}
    assert topic.hanging == {1: 7}


def test_a_last_stable_offset_that_moves_on_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log(monkeypatch)
    topic = LastStableOffsets(cast("Brokers", log), "t", 2, transaction_seconds=60)
    log.stable[1] = 7
    topic.look()
    log.now, log.stable[1] = 70, 8
    topic.look()
    log.now = 140
    assert topic.look() == {0: 10, 1: 10}
    log.stable[1] = 10
    log.now = 160
    topic.look()
    assert topic.hanging == {}

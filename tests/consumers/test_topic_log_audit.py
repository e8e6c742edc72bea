import tracemalloc

import pytest
from confluent_kafka import OFFSET_BEGINNING, KafkaError, Message

from include.consumers import topic_log_audit as audit_module
from include.consumers.content_check import ContentCheck
from include.consumers.topic_log_audit import audit, has_message_after
from include.load.job import Isolation
from include.machine.errors import PlatformError
from include.rawlog.schemas import NEVER_SENT
from tests.load.fakes import FakeConsumer, FakeSignals, Step
from tests.load.messages import CELL, FILLERS, delivered, end_of_partition, failure, message, value_of


class Log:
    """A topic's log of two partitions, as its two readers see it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, committed: list[Step], stored: list[Step]) -> None:
        self.readers = {
            "read_committed": FakeConsumer(FakeSignals(), *committed),
            "read_uncommitted": FakeConsumer(FakeSignals(), *stored),
        }
        monkeypatch.setattr(audit_module, "Consumer", lambda conf: self.readers[conf["isolation.level"]])

    def rows(self) -> list[tuple[int, int, int, bool]]:
        return [
            tuple(row.values())
            for row in audit({}, "t", 2, ContentCheck(CELL, 10, FILLERS).intact_ids).to_pylist()
        ]


ENDS = [end_of_partition(0, 9), end_of_partition(1, 9)]


def test_every_message_in_the_log_is_a_row_and_the_cells_have_an_id(monkeypatch: pytest.MonkeyPatch) -> None:
    aborted = message(2, partition=1, offset=5)
    log = Log(monkeypatch, [[message(1)], ENDS], [[aborted, message(1)], ENDS])
    assert log.rows() == [(2, 1, 5, False), (1, 0, 1, True)]
    beginning = f"assign 0:{OFFSET_BEGINNING} 1:{OFFSET_BEGINNING}"
    assert [reader.calls for reader in log.readers.values()] == [[beginning, "close"]] * 2
    foreign = [message(1, cell=7), *ENDS]
    assert Log(monkeypatch, [foreign], [foreign]).rows() == [(NEVER_SENT, 0, 1, True)]
    down = failure(KafkaError(KafkaError._TRANSPORT, "down", False, True))
    assert Log(monkeypatch, [ENDS], [[down], [message(1)], ENDS]).rows() == [(1, 0, 1, False)]


class LongLog:
    """A topic of one partition, whose messages exist only while the audit reads them."""

    def __init__(self, messages: int, value: bytes) -> None:
        self._left, self._value, self._offset = messages, value, 0

    def assign(self, _partitions: object) -> None: ...

    def close(self) -> None: ...

    def poll(self, _timeout: float) -> Message:
        self._left -= 1
        if self._left < 0:
            return end_of_partition(0, self._offset)
        self._offset += 1
        return delivered(bytes(bytearray(self._value)), 0, self._offset)

    def consume(self, most: int, _timeout: float) -> list[Message]:
        return [self.poll(0) for _ in range(min(most, self._left))]


def test_an_audit_keeps_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    value = value_of(1)
    monkeypatch.setattr(audit_module, "Consumer", lambda _settings: LongLog(40_000, value))
    tracemalloc.start()
    try:
        assert audit({}, "t", 1, ContentCheck(CELL, 10, FILLERS).intact_ids).num_rows == 40_000
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak_bytes < 40_000 * 80


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ([[end_of_partition(0, 9)]], "was not read to its end: nothing arrived for 30 s"),
        ([[failure(KafkaError(KafkaError._FAIL, "bad disk"))]], "the log of t cannot be read: bad disk"),
    ],
)
def test_an_unread_end_is_an_error(monkeypatch: pytest.MonkeyPatch, steps: list[Step], reason: str) -> None:
    log = Log(monkeypatch, [ENDS], steps)
    with pytest.raises(PlatformError, match=reason):
        log.rows()
    assert log.readers["read_uncommitted"].calls[-1] == "close"


@pytest.mark.parametrize(("steps", "is_unread"), [([ENDS], False), ([[message(1, partition=1)], ENDS], True)])
def test_a_message_after_the_positions_is_unread(
    monkeypatch: pytest.MonkeyPatch, steps: list[Step], is_unread: bool
) -> None:
    log = Log(monkeypatch, steps, [])
    assert has_message_after({}, "t", 2, {1: 5}, Isolation.READ_COMMITTED) is is_unread
    assert log.readers["read_committed"].calls == [f"assign 0:{OFFSET_BEGINNING} 1:5", "close"]

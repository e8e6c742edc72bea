import struct

import pytest

from include.scenarios.share_group.stored_state import Row
from include.scenarios.share_group.stored_state import rows_of as rows_after

SNAPSHOT, UPDATE, OTHER = 0, 1, 2
EPOCH = 2


def rows_of(key: bytes, value: bytes | None, written_ms: int, group: str) -> list[Row]:
    return list(rows_after(key, value, written_ms, group, {}))


def key(kind: int, group: str = "g", partition: int = 5) -> bytes:
    return struct.pack(">hh", kind, len(group)) + group.encode() + bytes(16) + struct.pack(">i", partition)


def value(kind: int, start: int, *batches: tuple[int, int, int, int], epoch: int = EPOCH) -> bytes:
    """A record with a tagged field in its first batch, as newer brokers may write."""
    epochs = struct.pack(">hiii", 0, 1, epoch, 3) if kind == SNAPSHOT else struct.pack(">hii", 0, 1, 3)
    times = struct.pack(">qq", 17, 18) if kind == SNAPSHOT else b""
    tags = [b"\1\0\2xy", *[b"\0"] * len(batches)]
    encoded = b"".join(struct.pack(">qqbh", *batch) + tag for batch, tag in zip(batches, tags, strict=False))
    return epochs + struct.pack(">q", start) + times + bytes([len(batches) + 1]) + encoded + b"\0"


@pytest.mark.parametrize("kind", [SNAPSHOT, UPDATE])
def test_a_record_has_a_row_for_each_batch(kind: int) -> None:
    rows = rows_of(key(kind), value(kind, 7, (7, 8, 2, 1), (9, 9, 4, 5), (10, 12, 0, 2)), 99, "g")
    assert [(row["first_offset"], row["last_offset"], row["state"], row["delivery"]) for row in rows] == [
        (7, 8, "acknowledged", 1),
        (9, 9, "archived", 5),
        (10, 12, "available", 2),
    ]
    assert {(row["partition"], row["start_offset"], row["written_ms"]) for row in rows} == {(5, 7, 99)}


@pytest.mark.parametrize("kind", [SNAPSHOT, UPDATE])
def test_a_record_without_a_batch_has_the_start_offset_if_it_changes_it(kind: int) -> None:
    [row] = rows_of(key(kind), value(kind, 7), 99, "g")
    assert (row["start_offset"], row["first_offset"], row["state"]) == (7, None, "none")
    [row] = rows_of(key(kind), value(kind, -1), 99, "g")
    assert row["start_offset"] is None


def test_records_of_other_groups_and_kinds_and_removals_have_no_row() -> None:
    assert rows_of(key(UPDATE, "other"), value(UPDATE, 7), 99, "g") == []
    assert rows_of(key(OTHER), b"", 99, "g") == []
    assert rows_of(key(SNAPSHOT), None, 99, "g") == []


def test_a_set_offset_begins_a_new_epoch_of_the_state() -> None:
    epochs: dict[int, int] = {}

    def states(partition: int, record: bytes, kind: int = SNAPSHOT) -> list[tuple[int | None, str]]:
        rows = rows_after(key(kind, partition=partition), record, 99, "g", epochs)
        return [(row["start_offset"], row["state"]) for row in rows]

    accepted = (7, 8, 2, 1)
    assert states(5, value(SNAPSHOT, 0)) == [(0, "none")]
    assert states(5, value(UPDATE, 7), UPDATE) == [(7, "none")]
    assert states(5, value(SNAPSHOT, 7, accepted)) == [(7, "acknowledged")]  # after many changes
    assert states(6, value(SNAPSHOT, 0, epoch=3)) == [(0, "none")]
    assert states(5, value(SNAPSHOT, 2, epoch=3)) == [(2, "altered")]
    assert states(5, value(SNAPSHOT, 2, accepted, epoch=4)) == [(2, "altered"), (2, "acknowledged")]

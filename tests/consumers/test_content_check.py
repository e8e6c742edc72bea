from collections.abc import Callable

import pytest

from include.consumers.content_check import ContentCheck
from include.consumers.received_log import ReceivedLog
from include.load_runtime.message import HEADER_BYTES, header_bytes, transform
from include.load_runtime.payload import Filler, FillerPool
from include.rawlog.schemas import NEVER_SENT
from tests.load_runtime.messages import CELL, FILLERS, MESSAGE_BYTES, delivered, flipped, message, value_of

CHECK = ContentCheck(CELL, 10, FILLERS)


def ids_of(*values: bytes, check: ContentCheck = CHECK) -> tuple[list[int], list[int]]:
    ids = check.ids_of(values)
    return ids.intact.tolist(), ids.corrupted.tolist()


ID_AND_CELL = range(16)
SENT = value_of(7)


@pytest.mark.parametrize("place", range(MESSAGE_BYTES))
def test_a_message_with_one_altered_bit_is_corrupted(place: int) -> None:
    altered = flipped(SENT, place)
    assert ids_of(altered)[0] == [NEVER_SENT]
    if place not in ID_AND_CELL:  # or nobody knows which message of which cell it was
        assert ids_of(value_of(2), altered, value_of(4)) == ([2, NEVER_SENT, 4], [NEVER_SENT, 7, NEVER_SENT])


@pytest.mark.parametrize(
    "altered", [SENT[:-1], SENT + b"?", SENT[:HEADER_BYTES] + FILLERS.of(6), SENT[: HEADER_BYTES - 1]]
)
def test_a_message_with_another_filler_or_another_size_is_corrupted(altered: bytes) -> None:
    assert ids_of(altered) == ([NEVER_SENT], [7])


@pytest.mark.parametrize(
    "foreign", [value_of(7, cell=98), header_bytes(12, CELL, 0) + FILLERS.of(12), b"short", b""]
)
def test_a_message_that_is_not_the_cells_is_not_corrupted(foreign: bytes) -> None:
    assert ids_of(foreign) == ([NEVER_SENT], [NEVER_SENT])


def test_a_message_may_be_a_header_without_a_filler() -> None:
    check = ContentCheck(CELL, 10, FillerPool(Filler.RANDOM, 1, size=0))
    header = header_bytes(7, CELL, 0)
    assert ids_of(header, header + b"?", check=check) == ([7, NEVER_SENT], [NEVER_SENT, 7])


@pytest.mark.parametrize(("written", "id"), [(transform, 7), (bytes, NEVER_SENT)])
def test_a_copied_message_has_a_transformed_filler(written: Callable[[bytes], bytes], id: int) -> None:
    fillers = FillerPool(Filler.RANDOM, 1, MESSAGE_BYTES - HEADER_BYTES, transformed=True)
    assert ids_of(written(SENT), check=ContentCheck(CELL, 10, fillers))[0] == [id]


def new_log() -> ReceivedLog:
    return ReceivedLog(10, ContentCheck(CELL, 10, FILLERS))


def test_messages_of_another_cell_and_corrupted_ones_were_not_received_and_have_no_id() -> None:
    log = new_log()
    log.take([message(1), message(1, cell=7), message(10), delivered(b"short"), delivered(None)], 1)
    assert (log.received, log.foreign) == (1, 4)
    assert log.table(0)["id"].to_pylist() == [1, *[NEVER_SENT] * 4]
    log = new_log()
    log.take([message(1), delivered(flipped(value_of(4), -1), 2, 55)], 1)
    assert log.counts() == {"received": 1, "different": 1, "corrupted": 1, "foreign": 0}
    row = log.table(0).to_pylist()[1]
    assert (row["id"], row["corrupted_id"], row["partition"], row["offset"]) == (NEVER_SENT, 4, 2, 55)


def test_the_offsets_of_a_queues_messages_are_the_numbers_of_the_deliveries() -> None:
    log = new_log()
    assert log.table(consumer=0).num_rows == 0
    values = [value_of(sent) for sent in (4, 2)]
    log.take_from_queue(values, [1_000, 1_001])
    log.take_from_queue([], [])
    log.take_from_queue([b"of another cell", flipped(values[1], -1), values[0]], [1_002, 1_003, 1_004])
    rows = [tuple(row.values()) for row in log.table(consumer=0).to_pylist()]
    assert rows == [
        (4, 0, 0, 1_000, 0, None),
        (2, 0, 1, 1_001, 0, None),
        (NEVER_SENT, 0, 2, 1_002, 0, None),
        (NEVER_SENT, 0, 3, 1_003, 0, 2),
        (4, 0, 4, 1_004, 0, None),
    ]
    assert log.counts() == {"received": 3, "different": 2, "corrupted": 1, "foreign": 1}

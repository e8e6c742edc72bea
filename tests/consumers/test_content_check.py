from collections.abc import Callable

import pytest

from include.consumers.content_check import ContentCheck
from include.load.message import HEADER_BYTES, header_bytes, transform
from include.load.payload import Filler, FillerPool
from include.rawlog.schemas import NEVER_SENT
from tests.load.messages import CELL, FILLERS, MESSAGE_BYTES, flipped, value_of

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

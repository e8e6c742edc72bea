import zlib
from zlib import crc32

import pytest

from include.load.message import HEADER, HEADER_BYTES, cell_number, header_bytes, transformed_filler
from include.load.message_headers import checked_headers_of, headers_of
from include.load.payload import Filler, FillerPool
from tests.load.messages import CELL, value_of


def test_a_header_reads_back_as_it_was_written_with_the_number_of_its_cell() -> None:
    value = header_bytes(7, 42, 1_000_000) + b"filler"
    assert (HEADER_BYTES, HEADER.unpack_from(value)) == (28, (7, 42, 1_000_000, crc32(value[:24])))
    assert cell_number("run", "at-least-once.r01") == 14086713459656444674
    assert cell_number("run-2", "at-least-once.r01") != cell_number("run", "at-least-once.r01")


def test_headers_are_decoded_in_their_order_and_short_messages_are_padded() -> None:
    headers = headers_of([header_bytes(3, CELL, 77) + b"filler", header_bytes(1, CELL, 78)])
    assert headers["id"].tolist() == [3, 1]
    assert headers["created_ns"].tolist() == [77, 78]
    headers, is_intact = checked_headers_of([value_of(1), value_of(2)[:9]])
    assert headers["id"].tolist() == [1, 2]
    assert is_intact.tolist() == [True, False]


def compressed_share(kind: Filler) -> float:
    filler = FillerPool(kind, seed=1, size=996)
    batch = b"".join(filler.of(message) for message in range(1000))
    return len(zlib.compress(batch)) / len(batch)


@pytest.mark.parametrize("size", [0, 1, 100, 999_872])
def test_a_filler_has_the_requested_size(size: int) -> None:
    filler = FillerPool(Filler.RANDOM, 1, size)
    assert {len(filler.of(message)) for message in (0, 1, 99_999)} == {size}


def test_random_filler_does_not_compress_and_follows_from_its_seed() -> None:
    assert compressed_share(Filler.TEXT) < 0.5
    assert compressed_share(Filler.RANDOM) > 0.99
    assert FillerPool(Filler.RANDOM, 7, 64).of(3) == FillerPool(Filler.RANDOM, 7, 64).of(3)
    assert FillerPool(Filler.RANDOM, 7, 64).of(3) != FillerPool(Filler.RANDOM, 8, 64).of(3)
    written = FillerPool(Filler.RANDOM, 7, 64, transformed=True).of(3)
    assert written == transformed_filler(FillerPool(Filler.RANDOM, 7, 64).of(3))


@pytest.mark.parametrize("kind", Filler)
def test_the_fillers_of_many_messages_are_those_of_each(kind: Filler) -> None:
    pool = FillerPool(kind, 7, 100)
    ids = [0, 1, 99_999, 5, 5]
    assert list(pool.of_all(ids)) == [pool.of(message) for message in ids]

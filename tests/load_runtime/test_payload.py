import zlib

import pytest

from include.load_runtime.message import transformed_filler
from include.load_runtime.payload import Filler, FillerPool


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

import pytest

from include.load_runtime.message import HEADER_BYTES, header_bytes
from include.load_runtime.message_headers import checked_headers_of, headers_of
from tests.load_runtime.fakes import CELL, flipped, value_of


def test_headers_are_decoded_in_the_order_of_the_messages() -> None:
    headers = headers_of([header_bytes(3, CELL, 77) + b"filler", header_bytes(1, CELL, 78)])
    assert headers["id"].tolist() == [3, 1]
    assert headers["created_ns"].tolist() == [77, 78]


def test_a_message_that_is_shorter_than_a_header_is_padded() -> None:
    headers, is_intact = checked_headers_of([value_of(1), value_of(2)[:9]])
    assert headers["id"].tolist() == [1, 2]
    assert is_intact.tolist() == [True, False]


@pytest.mark.parametrize("place", range(HEADER_BYTES))
def test_a_header_with_one_altered_bit_does_not_match_its_checksum(place: int) -> None:
    _, is_intact = checked_headers_of([value_of(5), flipped(value_of(5), place)])
    assert is_intact.tolist() == [True, False]


def test_the_checksum_does_not_cover_the_filler() -> None:
    _, is_intact = checked_headers_of([flipped(value_of(5), HEADER_BYTES)])
    assert is_intact.tolist() == [True]

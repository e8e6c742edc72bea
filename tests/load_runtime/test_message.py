from zlib import crc32

from include.load_runtime.message import HEADER, HEADER_BYTES, cell_number, header_bytes
from include.load_runtime.message_headers import checked_headers_of, headers_of
from tests.load_runtime.fakes import CELL, value_of


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

from zlib import crc32

from include.load_runtime.message import HEADER_BYTES, Header, cell_number, header_bytes, read_header


def test_a_header_reads_back_as_it_was_written_with_the_number_of_its_cell() -> None:
    value = header_bytes(7, 42, 1_000_000) + b"filler"
    expected = Header(id=7, cell=42, created_ns=1_000_000, checksum=crc32(value[:24]))
    assert (HEADER_BYTES, read_header(value)) == (28, expected)
    assert cell_number("run", "at-least-once.r01") == 14086713459656444674
    assert cell_number("run-2", "at-least-once.r01") != cell_number("run", "at-least-once.r01")

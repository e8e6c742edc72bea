from zlib import crc32

from include.load_runtime.message import HEADER_BYTES, Header, cell_number, header_bytes, read_header


def test_a_header_has_28_bytes() -> None:
    assert HEADER_BYTES == 28


def test_a_header_reads_back_as_it_was_written() -> None:
    value = header_bytes(7, 42, 1_000_000) + b"filler"
    expected = Header(id=7, cell=42, created_ns=1_000_000, checksum=crc32(value[:24]))
    assert read_header(value) == expected


def test_the_same_cell_of_another_run_has_another_number() -> None:
    assert cell_number("run-1", "at-least-once.r01") != cell_number("run-2", "at-least-once.r01")


def test_a_cell_has_the_same_number_in_every_process() -> None:
    assert cell_number("run", "at-least-once.r01") == 14086713459656444674

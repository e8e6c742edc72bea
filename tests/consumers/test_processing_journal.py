from pathlib import Path

import pytest

from include.consumers.processing_journal import ProcessingJournal, id_if_intact, read_journal
from include.load_runtime.message import HEADER
from include.load_runtime.payload import Filler, contents
from include.load_runtime.transform import transform
from include.rawlog.schemas import NEVER_SENT
from tests.load_runtime.fakes import FakeMessage

CONTENT = contents(Filler.RANDOM, seed=5, message_bytes=64)
INTACT = HEADER.pack(3, 99, 0, 10) + CONTENT(3)


def test_a_processed_message_is_a_row_with_the_attempt_that_processed_it(tmp_path: Path) -> None:
    journal = ProcessingJournal(tmp_path / "journal")
    journal.write([3, 4], [FakeMessage(b"", 2, 55), FakeMessage(b"", 2, 56)], 1_000, 2_000)  # type: ignore[list-item]
    assert read_journal(tmp_path / "journal", consumer=1, attempt=2).to_pylist()[1] == {
        "id": 4,
        "partition": 2,
        "offset": 56,
        "received_ns": 1_000,
        "consumer": 1,
        "processed_ns": 2_000,
        "attempt": 2,
    }


def test_a_consumer_that_processed_nothing_has_no_rows(tmp_path: Path) -> None:
    assert read_journal(tmp_path / "none", 0, 1).num_rows == 0


def test_an_intact_message_has_its_id() -> None:
    assert id_if_intact(INTACT, 99, 10, CONTENT) == 3


@pytest.mark.parametrize(
    "altered",
    [
        INTACT[:-1] + bytes([INTACT[-1] ^ 1]),
        INTACT[:-1],
        HEADER.pack(4, 99, 0, 10) + CONTENT(3),
        HEADER.pack(3, 98, 0, 10) + CONTENT(3),
        HEADER.pack(3, 99, 0, 11) + CONTENT(3),
        HEADER.pack(12, 99, 0, 10) + CONTENT(12),
        b"short",
        b"",
    ],
)
def test_a_message_that_differs_in_any_byte_has_no_id(altered: bytes) -> None:
    assert id_if_intact(altered, 99, 10, CONTENT) == NEVER_SENT


def test_a_copied_message_is_recognised_by_its_transformed_content() -> None:
    transformed = contents(Filler.RANDOM, seed=5, message_bytes=64, transformed=True)
    assert id_if_intact(transform(INTACT), 99, 10, transformed) == 3
    assert id_if_intact(INTACT, 99, 10, transformed) == NEVER_SENT
    assert id_if_intact(transform(transform(INTACT)), 99, 10, transformed) == NEVER_SENT

from pathlib import Path

import numpy as np

from include.consumers.content_check import CheckedIds
from include.consumers.processing_journal import ProcessingJournal, read_journal
from include.rawlog.schemas import NEVER_SENT
from tests.load_runtime.fakes import FakeMessage


def test_a_processed_message_is_a_row_with_the_attempt_that_processed_it(tmp_path: Path) -> None:
    journal = ProcessingJournal(tmp_path / "journal")
    ids = CheckedIds(np.array([3, NEVER_SENT]), np.array([NEVER_SENT, 4]))
    journal.write(ids, [FakeMessage(b"", 2, 55), FakeMessage(b"", 2, 56)], 1_000, 2_000)  # type: ignore[list-item]
    first, second = read_journal(tmp_path / "journal", consumer=1, attempt=2).to_pylist()
    assert (first["id"], first["corrupted_id"]) == (3, None)
    assert second == {
        "id": NEVER_SENT,
        "partition": 2,
        "offset": 56,
        "received_ns": 1_000,
        "consumer": 1,
        "processed_ns": 2_000,
        "attempt": 2,
        "corrupted_id": 4,
    }


def test_a_consumer_that_processed_nothing_has_no_rows(tmp_path: Path) -> None:
    assert read_journal(tmp_path / "none", 0, 1).num_rows == 0

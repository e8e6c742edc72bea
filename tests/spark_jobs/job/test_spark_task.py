import os
import pickle
import re
import tempfile
from errno import ENOTEMPTY
from pathlib import Path
from unittest.mock import Mock

import pyarrow as pa
import pytest

from bench.raw_logs import generate
from include.spark_jobs.job.spark_task import measure_entries
from include.spark_jobs.results.cells_to_measure import Entry, entries_of
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.spark_jobs.results.table_parts import Parts, PartWriter


@pytest.fixture
def entries(tmp_path: Path) -> list[Entry]:
    """Three cells."""
    return entries_of({generate(tmp_path / "run", 3, 20, duplicates=1): None})


def _is_measured(outcome: bytes) -> bool:
    return isinstance(pickle.loads(outcome)[1], MeasuredCell)  # noqa: S301 - written by this test run


def outcomes(entries: list[Entry]) -> list[tuple[int, bool, str | None]]:
    """The place of each entry, whether it was measured, and why it was not reached."""
    rows = pa.Table.from_batches(list(measure_entries(entries, {}, Parts("job")))).to_pylist()
    return [(row["place"], _is_measured(row["outcome"]), row["unreachable"]) for row in rows]


MEASURED = [(place, True, None) for place in range(3)]
FULL_DISK = OSError("the disk is full")


def test_rows_that_cannot_be_written_are_a_problem_of_their_entry_and_at_the_end_of_the_last_one(
    entries: list[Entry], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outcomes(entries) == MEASURED
    monkeypatch.setattr(PartWriter, "finish", Mock(side_effect=FULL_DISK))
    assert outcomes(entries) == [*MEASURED, (2, False, "the disk is full")]
    monkeypatch.undo()
    monkeypatch.setattr(PartWriter, "add", Mock(side_effect=FULL_DISK))
    assert outcomes(entries) == [(place, False, "the disk is full") for place in range(3)]


def test_a_temporary_folder_that_cannot_be_removed_is_no_problem(
    entries: list[Entry], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "rmdir", Mock(side_effect=OSError(ENOTEMPTY, "Directory not empty")))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert outcomes(entries) == MEASURED
    left = [entry.name for entry in tmp_path.iterdir() if entry.name != "run"]
    assert [bool(re.fullmatch("kerran-parts-.{8}", name)) for name in left] == [True]

from pathlib import Path
from unittest.mock import Mock

import pytest

from bench.raw_logs import generate
from include.machine.storage.object_store_errors import StorageError
from include.spark_jobs.job.measurement_on_executor import measure_entry
from include.spark_jobs.results.cells_to_measure import Entry, entries_of
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.spark_jobs.results.table_parts import Parts

PARTS = Parts("job")


@pytest.fixture
def entry(tmp_path: Path) -> Entry:
    """A cell with a duplicate."""
    (entry,) = entries_of({generate(tmp_path / "run", 1, 20, duplicates=1): None})
    return entry


def test_the_rows_of_a_cell_go_to_part_files_and_not_into_the_outcome(entry: Entry) -> None:
    outcome = measure_entry(entry, None, PARTS)
    assert isinstance(outcome, MeasuredCell)
    assert outcome.tables == {}
    (batch,) = PARTS.batches(Path(entry.run), "violations")
    assert set(batch["violation"].to_pylist()) == {"duplicated"}


def test_rows_that_cannot_be_written_are_a_problem_of_their_entry(
    entry: Entry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Parts, "put", Mock(side_effect=OSError("the disk is full")))
    outcome = measure_entry(entry, None, PARTS)
    assert isinstance(outcome, StorageError)
    assert str(outcome) == "the disk is full"

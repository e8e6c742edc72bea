from dataclasses import replace

import pyarrow as pa

from include.spark_jobs.results.cells_to_measure import Entry, Outcome, batch_of, outcomes_of, row_of
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.storage.errors import StorageError
from include.verdicts.guarantee import Verdict

MEASURED = MeasuredCell(
    "a",
    "exactly-once.1024B",
    block=3,
    order=17,
    release="4.3.1",
    guarantee=Verdict.BROKEN,
    factors={"semantics": "exactly-once", "message_bytes": 1024},
    metrics={"lost": 2.0, "broker_cpu_time": None},
    invalid_because=["the clock was set"],
    broken_rules=["clock was set"],
    attempt=2,
    start=4,
)


def read(*outcomes: Outcome) -> list[tuple[Entry, Outcome]]:
    """Entries with these outcomes, which a job wrote from the last to the first."""
    entries = [Entry("run", f"cell-{place}", "folder", place=place) for place in range(len(outcomes))]
    rows = [row_of(*pair) for pair in zip(entries, outcomes, strict=True)]
    return list(outcomes_of(pa.Table.from_batches([batch_of(rows[::-1])])))


def test_what_was_measured_or_rejected_is_read_back_in_the_order_of_the_job() -> None:
    valid = replace(MEASURED, invalid_because=[], broken_rules=[], start=None)
    outcomes: list[Outcome] = [MEASURED, RejectedCell("b", "broken"), None, valid]
    with_rows = replace(MEASURED, tables={"faults": pa.table({})})
    assert [outcome for _, outcome in read(with_rows, *outcomes[1:])] == outcomes
    assert [entry.cell for entry, _ in read(*outcomes)] == ["cell-0", "cell-1", "cell-2", "cell-3"]


def test_storage_that_was_not_reached_and_a_failed_attempt_are_read_back() -> None:
    ((_, problem),) = read(StorageError("s3://bucket/a: cannot be reached"))
    assert isinstance(problem, StorageError)
    assert str(problem) == "s3://bucket/a: cannot be reached"
    failed = Entry("run", "a", "", 2, "failed", "the disk is full", 5)
    rows = pa.Table.from_batches([batch_of([row_of(failed, None)])])
    assert list(outcomes_of(rows)) == [(failed, None)]
    assert rows["run"].to_pylist() == ["run"]

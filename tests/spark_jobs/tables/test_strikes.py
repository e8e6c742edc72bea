from typing import Any

from include.rawlog.schemas import STRIKES, STRIKES_FILE
from include.spark_jobs.tables.registry import rows_of
from tests.rawlog.sealing import table
from tests.spark_jobs.cells import MS, raw_cell


def struck(act: str, again_answered_ms: float | None, released_ms: float | None) -> tuple[Any, ...]:
    """A row of ``strikes.parquet``: a request to end a transaction that was struck at 100 ms."""
    times = [None if moment is None else int(moment * MS) for moment in (again_answered_ms, released_ms)]
    return ("EndTxn", 3, 7, 2, "commit", None, None, 5, 1, act, "drop", "cut", 100 * MS, *times, None, 51)


def test_a_struck_request_has_the_time_for_which_it_was_held_and_that_by_which_it_was_late() -> None:
    cell = raw_cell()
    cell.files[STRIKES_FILE] = table([struck("hold", 120, 150.5), struck("drop", None, None)], STRIKES)
    held, dropped = rows_of(cell)["strikes"].to_pylist()
    assert (held["cell"], held["request"], held["act"], held["error_code"]) == ("a", "EndTxn", "hold", 51)
    assert (held["held_ms"], held["late_ms"]) == (50.5, 30.5)
    assert (dropped["held_ms"], dropped["late_ms"]) == (None, None)
    assert rows_of(raw_cell())["strikes"].num_rows == 0

import math

import pyarrow as pa
import pytest

from include.rawlog.schemas import VISIBILITY, VISIBILITY_FILE
from include.spark_jobs.measures.array_types import LogPositions
from include.spark_jobs.measures.visibility import bounds_of, readable
from tests.rawlog.sealing import table
from tests.spark_jobs.cells import numbers, raw_cell


def observed(*rows: tuple[int, int, int, int]) -> pa.Table:
    """Questions and answers, times, partitions and first unreadable offsets."""
    return table(rows, VISIBILITY)


def bounds(seen: pa.Table, partitions: list[int], offsets: list[int]) -> tuple[list[int], list[int]] | None:
    limits = bounds_of(seen, LogPositions(numbers(*partitions), numbers(*offsets)))
    return (limits[0].tolist(), limits[1].tolist()) if limits else None


def test_a_message_became_readable_between_a_question_and_the_first_answer_of_its_partition_with_it() -> None:
    seen = observed((10, 12, 0, 5), (20, 22, 0, 6), (30, 32, 0, 9))
    assert bounds(seen, [0, 0, 0], [5, 6, 8]) == ([10, 20, 20], [22, 32, 32])
    seen = observed((10, 12, 0, 0), (10, 12, 1, 0), (20, 22, 0, 0), (20, 22, 1, 1), (30, 32, 0, 1))
    assert bounds(seen, [1, 0], [0, 0]) == ([10, 20], [22, 32])
    seen = observed((10, 12, 0, 0), (20, 22, 0, 7), (30, 32, 0, 4), (40, 42, 0, 9))
    assert bounds(seen, [0, 0], [6, 7]) == ([10, 30], [22, 42])
    seen = observed((10, 12, 0, 3), (20, 22, 0, 6))
    assert bounds(seen, [0], [2]) is None
    assert bounds(seen, [0], [6]) is None
    assert bounds(seen, [1], [0]) is None


@pytest.mark.filterwarnings("error")
def test_the_resolution_of_no_message_is_not_known() -> None:
    cell = raw_cell()
    cell.files[VISIBILITY_FILE] = observed((10, 12, 0, 0))
    nothing = readable(cell, LogPositions(numbers(), numbers()), numbers())
    assert nothing
    assert math.isnan(nothing.resolution_ms)

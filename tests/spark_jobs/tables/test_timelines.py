import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.registry import rows_of
from include.spark_jobs.tables.timelines import _p95
from tests.spark_jobs.cells import MS, raw_cell

SLICES = 12


def cell(rate: float | str) -> RawCell:
    """Three messages: two that are delivered in the first tenth of a second, and one much later."""
    sent = [(id, 0, id, id * MS, (id + 30) * MS, "acked", None) for id in range(3)]
    received = [(0, 0, 0, 20 * MS, 0), (1, 0, 1, 41 * MS, 0), (2, 0, 2, 252 * MS, 0)]
    return raw_cell(sent, received, settings={"rate": rate})


def test_a_row_for_each_tenth_of_a_second_counts_messages_and_latency_where_there_is_a_rate() -> None:
    assert rows_of(cell(100.0))["timelines"].to_pylist() == [
        {"cell": "a", "at": 0.0, "acked": 3, "delivered": 2, "latency_p95": 39.0},
        {"cell": "a", "at": 0.1, "acked": 0, "delivered": 0, "latency_p95": None},
        {"cell": "a", "at": 0.2, "acked": 0, "delivered": 1, "latency_p95": 250.0},
    ]
    assert rows_of(cell("unthrottled"))["timelines"].num_rows == 0


@given(st.lists(st.tuples(st.integers(0, SLICES - 1), st.floats(0, 1e4)), max_size=200))
def test_every_percentile_is_that_of_its_slice_bit_for_bit(rows: list[tuple[int, float]]) -> None:
    slice_of = np.array([place for place, _ in rows], np.int64)
    values = np.array([value for _, value in rows], np.float64)
    slices = [values[slice_of == number] for number in range(SLICES)]
    expected = np.array([np.percentile(part, 95) if part.size else np.nan for part in slices])
    np.testing.assert_array_equal(_p95(values, slice_of, SLICES), expected)

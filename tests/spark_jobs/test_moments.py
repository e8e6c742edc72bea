import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from include.spark_jobs.moments import slices

SLICE_NS = 100_000_000


@given(st.lists(st.integers(0, 10_000_000_000), min_size=1, max_size=50))
def test_slices_hold_everything_once(times: list[int]) -> None:
    found = slices(np.array(times), 0, SLICE_NS)
    assert found.sum() == len(times)
    assert found[min(times) // SLICE_NS] > 0

import math

import numpy as np

from include.spark_jobs.measures.moments import rate, rate_between


def test_a_rate_by_itself_is_from_the_first_event_to_the_last_and_no_time_has_none() -> None:
    assert rate_between(np.array([5_000_000_000, 3_000_000_000, 4_000_000_000])) == 1.0
    assert np.isnan(rate_between(np.array([3_000_000_000])))
    assert math.isnan(rate(events=1, seconds=0.0))

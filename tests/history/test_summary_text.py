import pytest

from include.history.summary_text import difference
from include.rendering.estimate import Estimate

THEN = Estimate(0.5, 0.4, 0.6, 10)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        (Estimate(0.8, 0.7, 0.9, 10), "higher than at first, and the intervals do not overlap"),
        (Estimate(0.3, 0.2, 0.39, 10), "lower than at first, and the intervals do not overlap"),
        (Estimate(0.7, 0.6, 0.9, 10), "no difference is shown"),
        (Estimate(0.9, None, None, 3), "too few repetitions to tell whether they differ"),
    ],
)
def test_two_medians_differ_only_where_their_intervals_do_not_overlap(now: Estimate, told: str) -> None:
    assert difference(THEN, now) == told

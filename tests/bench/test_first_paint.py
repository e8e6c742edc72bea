"""The result of the benchmark of first paint."""

from bench.first_paint import section


def test_the_median_and_the_slowest_load_are_stated() -> None:
    text = section([0.2, 0.4, 0.9], 250_000, "150.0")
    assert "(0.25 MB), opened 3 times" in text
    assert "- median, s: 0.40" in text
    assert "- slowest, s: 0.90 of at most 1 (reached)" in text


def test_one_slow_load_misses_the_goal() -> None:
    assert "1.10 of at most 1 (missed)" in section([0.2, 0.2, 1.1], 250_000, "150.0")

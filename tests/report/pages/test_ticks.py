import pytest

from include.report.pages.ticks import logarithmic_ticks, tick_text


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.95, 9.5, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        (0.9, 110, [1, 2, 5, 10, 20, 50, 100]),
        (0.9, 1100, [1, 3, 10, 30, 100, 300, 1000]),
        (0.9, 110_000, [1, 10, 100, 1000, 10_000, 100_000]),
        (104, 131, [105, 110, 115, 120, 125, 130]),
        (1e-8, 1e8, [1e-8, 1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6, 1e8]),
        (0, 0, []),
    ],
)
def test_ticks_are_as_dense_as_there_is_room(low: float, high: float, ticks: list[float]) -> None:
    assert logarithmic_ticks(low, high, most=9) == ticks


@pytest.mark.parametrize(
    ("value", "text"),
    [(10_000, "10,000"), (0.5, "0.5"), (-20, "−20"), (-0.0, "0")],  # noqa: RUF001
)
def test_a_tick_is_written_in_full(value: float, text: str) -> None:
    assert tick_text(value) == text

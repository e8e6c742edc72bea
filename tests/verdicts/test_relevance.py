import pytest

from include.verdicts.paired_differences import Kind, PairedDifference
from include.verdicts.regression import Relevance, relevance


def of(kind: Kind, low: float, high: float, reference: float | None = 100) -> Relevance | None:
    return relevance(PairedDifference(kind, 6, (low + high) / 2, low, high, low, high), reference)


@pytest.mark.parametrize(
    ("kind", "low", "high", "expected"),
    [
        (Kind.RATIO, 0.95, 1.05, Relevance.NEGLIGIBLE),
        (Kind.RATIO, 1.01, 1.09, Relevance.NEGLIGIBLE),
        (Kind.RATIO, 1.05, 1.3, Relevance.OPEN),
        (Kind.RATIO, 0.8, 1.02, Relevance.OPEN),
        (Kind.RATIO, 1.2, 1.4, Relevance.MATTERS),
        (Kind.RATIO, 0.5, 0.8, Relevance.MATTERS),
        (Kind.DIFFERENCE, -10, 10, Relevance.NEGLIGIBLE),
        (Kind.DIFFERENCE, -10.1, 10, Relevance.OPEN),
        (Kind.DIFFERENCE, -10, 10.1, Relevance.OPEN),
        (Kind.DIFFERENCE, 10, 20, Relevance.MATTERS),
        (Kind.DIFFERENCE, -20, -10, Relevance.MATTERS),
        (Kind.DIFFERENCE, 9.9, 20, Relevance.OPEN),
        (Kind.DIFFERENCE, -20, -9.9, Relevance.OPEN),
    ],
)
def test_what_is_a_tenth_away_matters(kind: Kind, low: float, high: float, expected: Relevance) -> None:
    assert of(kind, low, high, reference=100) is expected


def test_a_difference_is_judged_beside_the_value_of_the_reference_if_that_is_known() -> None:
    assert of(Kind.DIFFERENCE, 3, 5, reference=100) is Relevance.NEGLIGIBLE
    assert of(Kind.DIFFERENCE, 3, 5, reference=10) is Relevance.MATTERS
    assert of(Kind.DIFFERENCE, -5, -3, reference=10) is Relevance.MATTERS
    assert relevance(PairedDifference(Kind.RATIO, 5), 10) is None
    assert of(Kind.DIFFERENCE, 3, 5, reference=None) is None
    assert of(Kind.DIFFERENCE, 3, 5, reference=0) is None
    assert of(Kind.RATIO, 1.2, 1.4, reference=None) is Relevance.MATTERS

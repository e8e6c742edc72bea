import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.report.sections.batching.parts import Pace, taken_apart

positive = st.floats(0.1, 1000)


@given(request=positive, message=positive, fewer=st.integers(1, 100), beyond=st.integers(1, 1000))
def test_rates_that_were_put_together_are_taken_apart(
    request: float, message: float, fewer: int, beyond: int
) -> None:
    paces = [Pace(n, 1e6 / (request / n + message)) for n in (fewer, fewer + beyond)]
    parts = taken_apart(*paces)
    assert parts is not None
    assert [parts.request, parts.message] == pytest.approx([request, message], 0.01)


def test_the_published_rates_are_18_microseconds_a_request_and_2_a_message() -> None:
    parts = taken_apart(Pace(1, 50_000), Pace(50, 400_000))
    assert parts is not None
    assert (round(parts.request, 1), round(parts.message, 2)) == (17.9, 2.14)


@pytest.mark.parametrize(
    ("fewer", "more"),
    [
        (None, Pace(50, 1000)),
        (Pace(1, 1000), None),
        (Pace(1, 1000), Pace(1, 2000)),
        (Pace(1, 1000), Pace(50, 900)),  # larger batches are slower
        (Pace(1, 1000), Pace(2, 2500)),  # faster than requests without messages
        (Pace(1, 0), Pace(50, 1000)),
    ],
)
def test_what_does_not_fit_is_not_taken_apart(fewer: Pace | None, more: Pace | None) -> None:
    assert taken_apart(fewer, more) is None

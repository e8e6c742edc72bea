import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.report.sections.batching.reproduction import RequestRate, request_costs

positive = st.floats(0.1, 1000)


@given(request=positive, message=positive, fewer=st.integers(1, 100), beyond=st.integers(1, 1000))
def test_rates_that_follow_from_costs_lead_back_to_the_costs(
    request: float, message: float, fewer: int, beyond: int
) -> None:
    rates = [RequestRate(n, 1e6 / (request / n + message)) for n in (fewer, fewer + beyond)]
    costs = request_costs(*rates)
    assert costs is not None
    assert [costs.request, costs.message] == pytest.approx([request, message], 0.01)


def test_the_published_rates_are_18_microseconds_a_request_and_2_a_message() -> None:
    costs = request_costs(RequestRate(1, 50_000), RequestRate(50, 400_000))
    assert costs is not None
    assert (round(costs.request, 1), round(costs.message, 2)) == (17.9, 2.14)


@pytest.mark.parametrize(
    ("fewer", "more"),
    [
        (RequestRate(1, None), RequestRate(50, 1000)),
        (RequestRate(1, 1000), RequestRate(None, 1000)),
        (RequestRate(1, 1000), RequestRate(1, 2000)),
        (RequestRate(1, 1000), RequestRate(50, 900)),  # larger batches are slower
        (RequestRate(1, 1000), RequestRate(2, 2500)),  # faster than requests without messages
        (RequestRate(1, 0), RequestRate(50, 1000)),
    ],
)
def test_rates_that_fit_no_costs_have_none(fewer: RequestRate, more: RequestRate) -> None:
    assert request_costs(fewer, more) is None

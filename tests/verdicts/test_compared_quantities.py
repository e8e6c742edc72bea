from typing import Any

import pytest

from include.kinds.metrics.metric import Better
from include.kinds.metrics.registry import Span
from include.plan.treatment import Treatment
from include.settings.any_settings import settings_of
from include.verdicts.compared_quantities import (
    ACKNOWLEDGED_P50,
    BROKER_CPU,
    DELIVERED_P50,
    DELIVERED_P99,
    THROUGHPUT,
    Quantity,
    costs,
    end_to_end,
)
from include.verdicts.comparison.samples import Kind


def treatment(factors: dict[str, Any] | None = None, **settings: Any) -> Treatment:
    levels = {name: level for name, level in (factors or {}).items() if name != "arm"}
    settings = {"semantics": "at-least-once", **settings, **levels}
    return Treatment(id="x", factors=factors or {}, settings=settings_of(settings))


def test_costs_are_stated_end_to_end_and_on_a_ladder_of_rates_in_the_median_latency_alone() -> None:
    assert costs(treatment()) == (THROUGHPUT, BROKER_CPU)
    paced = treatment(rate=1000)
    assert costs(paced) == (DELIVERED_P50, BROKER_CPU)
    assert end_to_end(paced.settings) == (DELIVERED_P50, DELIVERED_P99, BROKER_CPU)
    assert costs(treatment({"rate": 1000})) == (DELIVERED_P50,)
    assert costs(treatment({"rate": 1000, "arm": "candidate"})) == (DELIVERED_P50, BROKER_CPU)
    assert costs(treatment({"rate": "unthrottled"})) == (THROUGHPUT, BROKER_CPU)


@pytest.mark.parametrize(
    ("quantity", "span", "unit", "better"),
    [
        (THROUGHPUT, Span.PRODUCER_CONSUMER, "MiB/s", Better.HIGHER),
        (ACKNOWLEDGED_P50, Span.PRODUCER_BROKER, "ms", Better.LOWER),
        (DELIVERED_P50, Span.PRODUCER_CONSUMER, "ms", Better.LOWER),
        (DELIVERED_P99, Span.PRODUCER_CONSUMER, "ms", Better.LOWER),
        (BROKER_CPU, None, "µs/message", Better.LOWER),
    ],
)
def test_only_a_latency_is_added(quantity: Quantity, span: Span | None, unit: str, better: Better) -> None:
    assert (quantity.span, quantity.unit, quantity.better) == (span, unit, better)
    assert quantity.is_latency is (unit == "ms")
    assert quantity.kind is (Kind.DIFFERENCE if unit == "ms" else Kind.RATIO)


def test_a_metric_of_which_no_direction_is_better_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="sent: neither direction of this metric is an improvement"):
        _ = Quantity("sent", "messages").better

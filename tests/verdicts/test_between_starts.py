import pytest

from include.matrix.cluster_kinds.registry import CLUSTER_KINDS
from include.scenarios.delivery import DeliverySettings
from include.verdicts.between_starts import BROKER_CPU_RATIO, LATENCY_DIFFERENCE, BetweenStarts
from include.verdicts.compared_quantities import BROKER_CPU, DELIVERED_P50, DELIVERED_P99, between_starts

PACED = DeliverySettings(semantics="exactly-once", rate=1000)


def test_both_variances_are_added_and_a_deviation_that_is_a_share_grows_with_the_difference() -> None:
    error, freedom = BetweenStarts(deviation=4.0, freedom=2).added_to(estimate=50, error=3.0, freedom=5)
    assert error == pytest.approx(5.0)
    assert freedom == pytest.approx(625 / (81 / 5 + 256 / 2))
    share = BetweenStarts(deviation=0.1, freedom=2, is_share=True)
    assert share.added_to(estimate=-30, error=4.0, freedom=5)[0] == pytest.approx(5.0)
    error, freedom = share.added_to(estimate=0, error=4.0, freedom=5)
    assert error == pytest.approx(4.0)
    assert freedom == pytest.approx(5)
    assert LATENCY_DIFFERENCE.added_to(estimate=10, error=0.6, freedom=5)[0] == pytest.approx(1.0)
    assert BROKER_CPU_RATIO.added_to(estimate=10, error=0.0144, freedom=5)[0] == pytest.approx(0.02228, 1e-3)
    assert LATENCY_DIFFERENCE.added_to(estimate=0, error=0, freedom=5) == (0, 5)


def test_beside_an_exact_estimate_the_variation_between_starts_has_its_own_freedom() -> None:
    assert LATENCY_DIFFERENCE.added_to(estimate=10, error=0, freedom=3) == pytest.approx((0.8, 8))
    assert BROKER_CPU_RATIO.added_to(estimate=10, error=0, freedom=3) == pytest.approx((0.017, 5))


def test_the_variation_is_known_for_embedded_brokers_and_the_rate_of_the_default_experiment_only() -> None:
    embedded, compose = CLUSTER_KINDS["embedded"], CLUSTER_KINDS["compose"]
    faster = DeliverySettings(semantics="exactly-once", rate=2000)
    assert between_starts(DELIVERED_P50, embedded, PACED) is LATENCY_DIFFERENCE
    assert between_starts(BROKER_CPU, embedded, PACED) is BROKER_CPU_RATIO
    assert between_starts(DELIVERED_P99, embedded, PACED) is None
    assert between_starts(BROKER_CPU, embedded, DeliverySettings(semantics="exactly-once")) is None
    assert between_starts(BROKER_CPU, embedded, faster) is None
    assert between_starts(BROKER_CPU, compose, PACED) is None

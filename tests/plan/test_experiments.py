from itertools import pairwise

import pytest

from include.kinds.cluster_kind import RunnerKind
from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.treatments import treatments


def test_broken_networks_can_be_planned_in_containers_too() -> None:
    assert load("guarantees-network", Overrides(cluster="compose", runner=RunnerKind.CONTAINER))


@pytest.mark.parametrize("name", ["regression", "calibration"])
def test_arms_are_compared_over_five_starts_or_more(name: str) -> None:
    experiment = load(name)
    assert experiment.starts >= 5
    assert experiment.repetitions % experiment.starts == 0


def test_a_cell_of_cost_has_at_least_twenty_transactions_after_a_lead_in_of_a_second() -> None:
    for treatment in treatments(load("cost")):
        settings = treatment.settings
        timed = settings.messages - settings.traits.pace.lead_in_messages
        assert settings.traits.pace.lead_in_messages == settings.traits.pace.messages_per_second == 1000
        # A commit takes 10 to 30 ms, in which no transaction is open.
        transaction_ms = (settings.traits.delivery.transaction_ms or 0) + 30
        assert 1000 * timed / settings.traits.pace.messages_per_second >= 20 * transaction_ms


def test_the_rates_of_frontier_are_at_most_a_factor_of_two_apart() -> None:
    assert all(1.3 < above / below <= 2 for below, above in pairwise(load("frontier").factors["rate"]))

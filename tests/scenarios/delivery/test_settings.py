from typing import Any

import pytest
from pydantic import ValidationError

from include.scenarios.delivery.settings import DeliverySettings, Partitioning


def settings(**levels: Any) -> DeliverySettings:
    return DeliverySettings.model_validate({"semantics": "exactly-once", **levels})


def test_idempotence_is_judged_as_what_it_is() -> None:
    usual, idempotent = settings(semantics="at-least-once"), settings(semantics="idempotent")
    chosen = settings(semantics="at-least-once", idempotence=True)
    assert usual.traits.naming.label == "at-least-once"
    assert chosen.traits.naming.label == "at-least-once, idempotent"
    of_usual, of_chosen = usual.traits.delivery, chosen.traits.delivery
    assert of_chosen.promises == idempotent.traits.delivery.promises > of_usual.promises
    assert of_chosen.config.min_insync_replicas == of_usual.config.min_insync_replicas


def test_a_version_of_transactions_needs_brokers_with_two() -> None:
    assert settings(transaction_version=1).traits.needs.release == ("transaction_version", (4, 0))


def test_a_set_of_client_settings_is_written_as_in_a_properties_file_and_has_a_label() -> None:
    chosen = settings(producer_settings={"linger.ms": 5, "enable.idempotence": True})
    assert chosen.producer_settings == {"linger.ms": "5", "enable.idempotence": "true"}
    assert settings(configuration="app").traits.naming.label == "app"
    assert settings().traits.naming.label == "exactly-once"
    with pytest.raises(ValidationError):
        settings(configuration="../app")


def test_partitions_take_turns_round_robin_and_a_skewed_one_has_its_share_in_spread_turns() -> None:
    assert Partitioning.STICKY.cycle(3) == []
    assert Partitioning.ROUND_ROBIN.cycle(3) == [0, 1, 2]
    cycle = Partitioning.SKEWED.cycle(6)
    assert [cycle.count(partition) for partition in range(6)] == [6, 3, 2, 2, 1, 1]
    assert all(cycle[place : place + 3] != [0, 0, 0] for place in range(len(cycle)))
    assert set(Partitioning.SKEWED.cycle(1000)) == set(range(1000))

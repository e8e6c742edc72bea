import pytest

from include.matrix.load import load
from include.matrix.overrides import Overrides
from include.matrix.planning import make_plan
from include.matrix.validation_errors import ExperimentError
from tests.matrix.conftest import Refusal, Write

GROUP_REBALANCE = """\
title: A title
question: A question?
scenario: group_rebalance
factors:
  assignor: [range, consumer-protocol]
constants:
  semantics: idempotent
repetitions: 2
seed: 7
brokers:
  group.consumer.session.timeout.ms: 6_000
"""


def test_the_consumer_protocol_needs_brokers_that_offer_it(refusal: Refusal) -> None:
    assert refusal("seed: 7", "seed: 7\nrelease: 3.9.1", GROUP_REBALANCE) == (
        "small.yaml:5: assignor: consumer-protocol needs Kafka 4.0 or newer, not 3.9.1; change one of the two"
    )


def test_the_release_of_an_arm_applies_to_its_cells(refusal: Refusal) -> None:
    arms = "seed: 7\narms:\n  old: {release: 3.9.1}\n  same: {release: 3.9.1, settings: {linger_ms: 5}}"
    assert "not 3.9.1" in refusal("seed: 7", arms, GROUP_REBALANCE)


def test_a_release_with_the_consumer_protocol_is_accepted(write: Write) -> None:
    assert load(write(text=GROUP_REBALANCE), Overrides(release="4.0.2")).release == "4.0.2"


def test_the_release_of_an_unmanaged_cluster_is_not_known_yet(write: Write) -> None:
    without = GROUP_REBALANCE.partition("brokers:")[0]
    assert load(write(text=without), Overrides(release="3.9.1", cluster="external:kafka_prod"))


def test_a_sticky_assignor_is_refused_with_its_line(refusal: Refusal) -> None:
    message = refusal("consumer-protocol", "sticky", GROUP_REBALANCE)
    assert message.startswith(
        "small.yaml:5: assignor: 'sticky' is not an assignor of librdkafka; choose coop"
    )


def test_the_broker_settings_of_an_arm_replace_those_of_the_experiment(write: Write) -> None:
    arms = "seed: 7\narms:\n  usual: {}\n  longer: {brokers: {group.consumer.session.timeout.ms: 9000}}"
    clusters = make_plan(load(write("seed: 7", arms, GROUP_REBALANCE)), "run").clusters
    assert {name: list(cluster.settings.values()) for name, cluster in clusters.items()} == {
        "usual": ["6000"],
        "longer": ["9000"],
    }


def test_settings_of_the_brokers_of_an_unmanaged_cluster_are_refused(write: Write) -> None:
    with pytest.raises(ExperimentError, match=r":10: brokers: is not supported on external:lab, which K"):
        load(write(text=GROUP_REBALANCE), Overrides(cluster="external:lab"))


def test_more_starts_than_repetitions_are_refused(refusal: Refusal) -> None:
    assert refusal("seed: 7", "seed: 7\nstarts: 3") == (
        "small.yaml:11: starts: 3 starts of the brokers need as many repetitions; there are 2; "
        "choose at most 2 (STARTS=2)"
    )


def test_brokers_that_kerran_does_not_manage_are_not_started_again(write: Write) -> None:
    with pytest.raises(ExperimentError, match="starts: is not supported on external:kafka_prod"):
        load(write(), Overrides(starts=2, cluster="external:kafka_prod"))

from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.planning import make_plan
from tests.plan.conftest import FILES, Refusal, Write

GROUP_REBALANCE = FILES["group_rebalance"]


def test_the_consumer_protocol_needs_brokers_that_offer_it(refusal: Refusal, write: Write) -> None:
    arms = "seed: 7\narms:\n  old: {release: 3.9.1}\n  same: {release: 3.9.1, settings: {linger_ms: 5}}"
    assert "not 3.9.1" in refusal("seed: 7", arms, GROUP_REBALANCE)
    assert load(write(text=GROUP_REBALANCE), Overrides(release="4.0.2")).release == "4.0.2"
    without, *_ = GROUP_REBALANCE.partition("brokers:")  # an unmanaged cluster's release is not known yet
    assert load(write(text=without), Overrides(release="3.9.1", cluster="external:kafka_prod"))


def test_the_release_of_brokers_that_are_not_started_is_not_checked(write: Write) -> None:
    assert load(write(), Overrides(release="3.99.1", cluster="external:kafka_prod"))


def test_the_broker_settings_of_an_arm_replace_those_of_the_experiment(write: Write) -> None:
    arms = "seed: 7\narms:\n  usual: {}\n  longer: {brokers: {group.consumer.session.timeout.ms: 9000}}"
    clusters = make_plan(load(write("seed: 7", arms, GROUP_REBALANCE)), "run").clusters
    assert {name: list(cluster.settings.values()) for name, cluster in clusters.items()} == {
        "usual": ["6000"],
        "longer": ["9000"],
    }

from include.matrix.load import load
from include.matrix.overrides import Overrides
from include.matrix.planning import make_plan
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


def test_the_consumer_protocol_needs_brokers_that_offer_it(refusal: Refusal, write: Write) -> None:
    assert refusal("seed: 7", "seed: 7\nrelease: 3.9.1", GROUP_REBALANCE) == (
        "small.yaml:5: assignor: consumer-protocol needs Kafka 4.0 or newer, not 3.9.1; change one of the two"
    )
    arms = "seed: 7\narms:\n  old: {release: 3.9.1}\n  same: {release: 3.9.1, settings: {linger_ms: 5}}"
    assert "not 3.9.1" in refusal("seed: 7", arms, GROUP_REBALANCE)
    assert load(write(text=GROUP_REBALANCE), Overrides(release="4.0.2")).release == "4.0.2"
    without = GROUP_REBALANCE.partition("brokers:")[
        0
    ]  # an unmanaged cluster has a release that is not known yet
    assert load(write(text=without), Overrides(release="3.9.1", cluster="external:kafka_prod"))


def test_the_broker_settings_of_an_arm_replace_those_of_the_experiment(write: Write) -> None:
    arms = "seed: 7\narms:\n  usual: {}\n  longer: {brokers: {group.consumer.session.timeout.ms: 9000}}"
    clusters = make_plan(load(write("seed: 7", arms, GROUP_REBALANCE)), "run").clusters
    assert {name: list(cluster.settings.values()) for name, cluster in clusters.items()} == {
        "usual": ["6000"],
        "longer": ["9000"],
    }


def test_what_brokers_or_clients_cannot_do_is_refused_with_its_line(refusal: Refusal) -> None:
    message = refusal("consumer-protocol", "sticky", GROUP_REBALANCE)
    assert message.startswith(
        "small.yaml:5: assignor: 'sticky' is not an assignor of librdkafka; choose coop"
    )
    message = refusal(text=GROUP_REBALANCE, cluster="external:lab")
    assert message.startswith("small.yaml:10: brokers: is not supported on external:lab, which K")
    assert refusal("seed: 7", "seed: 7\nstarts: 3") == (
        "small.yaml:11: starts: 3 starts of the brokers need as many repetitions; there are 2; "
        "choose at most 2 (STARTS=2)"
    )
    message = refusal(starts=2, cluster="external:kafka_prod")
    assert "starts: is not supported on external:kafka_prod" in message

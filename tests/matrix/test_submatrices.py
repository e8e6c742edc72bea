import pytest

from include.matrix.load import load
from include.matrix.overrides import Overrides
from include.matrix.treatments import treatments
from tests.matrix.conftest import Refusal, Write

PARTED = """\
title: A title
question: A question?
scenario: delivery
constants:
  messages: 500
  rate: 100
parts:
  - factors:
      semantics: [at-least-once]
      fault: [no-fault, kill-leader]
    constants:
      replication: 2
  - scenario: copy
    factors:
      semantics: [exactly-once]
repetitions: 1
seed: 7
"""


def test_two_parts_with_the_same_treatment_are_refused(refusal: Refusal) -> None:
    again = "scenario: copy\n    factors:\n      semantics: [exactly-once]"
    other = "factors:\n      semantics: [at-least-once]\n      fault: [kill-leader]"
    assert refusal(again, other, text=PARTED) == (
        "small.yaml:13: parts: the treatment at-least-once.kill-leader is in several parts; name a setting "
        "in which this part differs as a factor, or remove the part"
    )


def test_a_problem_of_a_part_is_reported_with_its_line(refusal: Refusal) -> None:
    assert refusal("[no-fault, kill-leader]", "[no-fault, kill-leeder]", text=PARTED).startswith(
        "small.yaml:10: fault: 'kill-leeder' should be 'no-fault', 'kill-leader', "
    )


def test_an_override_of_the_messages_applies_to_every_part(write: Write) -> None:
    path = write("replication: 2", "messages: 900", text=PARTED)
    cases = treatments(load(path, Overrides(messages=7)))
    assert {treatment.settings.messages for treatment in cases} == {7}


def test_a_fault_that_the_cluster_cannot_inject_is_refused(write: Write, refusal: Refusal) -> None:
    path = write("kill-leader", "lose-producer-packets", text=PARTED)
    assert refusal("kill-leader", "lose-producer-packets", PARTED, cluster="compose") == (
        "small.yaml:10: fault: lose-producer-packets needs a network namespace for the producer; "
        "CLUSTER=compose with RUNNER=process does not have it, use CLUSTER=embedded with RUNNER=process "
        "(as root) or CLUSTER=compose with RUNNER=container"
    )
    assert load(path, Overrides(cluster="compose", runner="container"))
    assert load(path, Overrides(cluster="embedded"))


@pytest.mark.parametrize(("cluster", "runner"), [("external:kafka", "process"), ("embedded", "container")])
def test_a_request_log_needs_a_proxy(write: Write, refusal: Refusal, cluster: str, runner: str) -> None:
    text = PARTED.replace("kill-leader", "kill-producer")
    logged = ("replication: 2", "replication: 2\n      wire_log: true", text)
    assert refusal(*logged, cluster=cluster, runner=runner).endswith(
        f"wire_log: true needs a proxy between the producer and the brokers; CLUSTER={cluster} with "
        f"RUNNER={runner} does not have it, use CLUSTER=embedded with RUNNER=process or CLUSTER=compose"
    )
    path = write(*logged)
    assert load(path, Overrides(cluster="embedded"))
    assert load(path, Overrides(cluster="compose", runner="container"))


def test_broker_faults_are_refused_on_an_unmanaged_cluster(write: Write, refusal: Refusal) -> None:
    assert refusal(text=PARTED, cluster="external:kafka").endswith(
        "kill-leader needs control over a broker; CLUSTER=external:kafka with RUNNER=process does not have "
        "it, use CLUSTER=embedded or CLUSTER=compose"
    )
    assert load(write("kill-leader", "kill-producer", text=PARTED), Overrides(cluster="external:kafka"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rate: 100", "linger_ms: 0", "fault: needs a rate (messages per second), so that its window has a"),
        ("rate: 100", "rate: 100\n  fault_until: 1.5", "fault_until: 1.5 should be less than or equal to 1"),
        (
            "rate: 100",
            "rate: 100\n  fault_after: 0.7",
            "fault_until: 0.6 is not above fault_after, which is 0.7",
        ),
        (
            "rate: 100",
            "rate: 100\n  fault_partition: 9",
            "fault: kill-leader strikes fault_partition 9, and the partitions are 0 to 8",
        ),
        ("replication: 2", "acks: 1\n      idempotence: true", "acks: 1 needs a producer that is not"),
    ],
)
def test_a_fault_without_a_target_or_a_window_is_refused(
    refusal: Refusal, old: str, new: str, message: str
) -> None:
    assert message in refusal(old, new, text=PARTED)


def test_a_fault_that_has_no_effect_in_a_copy_is_refused(refusal: Refusal) -> None:
    text = PARTED.replace(
        "[exactly-once]", "[exactly-once]\n      fault: [kill-producer, kill-before-processing]"
    )
    assert refusal(text=text) == (
        "small.yaml:16: fault: kill-producer strikes the producer, which is not under test in a copy; use "
        "a fault that strikes a consumer\n"
        "small.yaml:16: fault: kill-before-processing strikes between commit and processing, and here "
        "processing comes first"
    )


LOSSY = """\
title: A title
question: A question?
scenario: reliable_ack
factors:
  level: [fire-and-forget, reliable-ack]
  packet_loss: [0, 9]
repetitions: 1
seed: 7
"""


def test_the_factor_sending_multiplies_only_levels_that_brokers_acknowledge(write: Write) -> None:
    text = LOSSY.replace("reliable-ack]", "leader]\n  sending: [one-by-one, pipelined]")
    assert [treatment.id for treatment in treatments(load(write("[0, 9]", "[0]", text=text)))] == [
        "fire-and-forget.loss0",
        "leader.one-by-one.loss0",
        "leader.pipelined.loss0",
    ]


MENDED = PARTED.replace(
    "  - scenario: copy\n", "  - scenario: copy\n    expect: broken\n    mended_in: 3.6.0\n"
)
"""An experiment whose last part is expected to be broken before 3.6.0, and kept from 3.6.0 on."""


@pytest.mark.parametrize(("release", "expected"), [("3.5.2", "broken"), ("3.6.0", "kept"), ("4.4.0", "kept")])
def test_a_promise_is_expected_to_be_kept_from_the_release_on_that_mended_it(
    write: Write, release: str, expected: str
) -> None:
    cases = treatments(load(write(text=MENDED), Overrides(release=release)))
    assert [case.expect for case in cases] == ["kept", "kept", expected]


def test_what_is_expected_of_an_arm_follows_from_its_release(write: Write) -> None:
    arms = "arms:\n  old: {}\n  new: {release: 3.6.1}\nrelease: 3.5.2\n"
    cases = treatments(load(write(text=MENDED + arms)))
    assert {case.arm: case.expect for case in cases if "copy" in case.id} == {"old": "broken", "new": "kept"}

import pytest

from include.kinds.cluster_kind import RunnerKind
from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.treatments import treatments
from tests.plan.conftest import FILES, Refusal, Write

PARTED = FILES["parted"]


def test_an_override_of_the_messages_applies_to_every_part(write: Write) -> None:
    cases = treatments(load(write("replication: 2", "messages: 900", text=PARTED), Overrides(messages=7)))
    assert {treatment.settings.messages for treatment in cases} == {7}


@pytest.mark.parametrize(("cluster", "runner"), [("external:kafka", "process"), ("embedded", "container")])
def test_a_request_log_needs_a_proxy(write: Write, refusal: Refusal, cluster: str, runner: str) -> None:
    text = PARTED.replace("kill-leader", "kill-producer")
    logged = ("replication: 2", "replication: 2\n      wire_log: true", text)
    assert refusal(*logged, cluster=cluster, runner=runner).endswith(
        f"wire_log: true needs a proxy between clients and the brokers, which CLUSTER={cluster} with "
        f"RUNNER={runner} does not have; use CLUSTER=embedded with RUNNER=process or CLUSTER=compose"
    )
    path = write(*logged)
    assert load(path, Overrides(cluster="embedded"))
    assert load(path, Overrides(cluster="compose", runner=RunnerKind.CONTAINER))


MENDED = PARTED.replace(
    "  - scenario: copy\n", "  - scenario: copy\n    expect: broken\n    mended_in: 3.6.0\n"
)
"""An experiment whose last part is expected to be broken before 3.6.0, and kept from 3.6.0 on."""


@pytest.mark.parametrize(("release", "expected"), [("3.5.2", "broken"), ("3.6.0", "kept"), ("4.4.0", "kept")])
def test_a_promise_holds_from_the_release_that_mended_it(write: Write, release: str, expected: str) -> None:
    cases = treatments(load(write(text=MENDED), Overrides(release=release)))
    assert [case.expect for case in cases] == ["kept", "kept", expected]


def test_what_is_expected_of_an_arm_follows_from_its_release(write: Write) -> None:
    arms = "arms:\n  old: {}\n  new: {release: 3.6.1}\nrelease: 3.5.2\n"
    cases = treatments(load(write(text=MENDED + arms)))
    assert {case.arm: case.expect for case in cases if "copy" in case.id} == {"old": "broken", "new": "kept"}

"""Parse the arms that a user describes, such as ``4.3.1,linger_ms=5``, and find the problems of arms."""

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML

from include.kinds.cluster_kind import RunnerKind, choices
from include.machine.processes.cores import CoreAllocation
from include.machine.secret_values import NOT_SHOWN
from include.plan.cluster_and_runner import Placement, unmanaged
from include.plan.experiment import Arm, Experiment
from include.plan.validation_errors import ExperimentError, Problem, hides_a_secret

BASELINE, CANDIDATE = "baseline", "candidate"

ARM_KEYS = ("image", "slowed", "own_brokers")
"""The keys of an arm. A name with a full stop is a setting of the brokers. Any other name is a setting of the
scenario."""

ARM_SYNTAX = (
    "a release, an image (image=apache/kafka:4.1.0), settings (linger_ms=5) or settings of the brokers "
    "(num.io.threads=4), separated by commas"
)


def parse_arm(name: str, text: str) -> dict[str, Any]:
    """The arm that ``text`` describes (see ``ARM_SYNTAX``), as an experiment's file would contain it."""
    arm: dict[str, Any] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals and re.fullmatch(r"[\d.]+", key):
            arm["release"] = key
        elif not equals or not key or not value:
            shown_word = f"a part ({NOT_SHOWN})" if hides_a_secret(word) else repr(word)
            raise ExperimentError([f"parameters: {name}: {shown_word} is not {ARM_SYNTAX}"])
        elif key in ARM_KEYS:
            arm[key] = _level(value)
        else:
            arm.setdefault("brokers" if "." in key else "settings", {})[key] = _level(value)
    return arm


def problems(experiment: Experiment, placement: Placement) -> list[Problem]:
    """The problems of an experiment's arms and of its division of cores, if this placement is used."""
    return [
        *(
            Problem(("arms", name, key), text)
            for name, arm in experiment.arms.items()
            for key, text in [*_broker_problems(arm, placement), *_sharing_problems(arm, experiment)]
        ),
        *(
            Problem(("arms", name, "expect"), "is for candidates; the first arm is the baseline")
            for name, arm in list(experiment.arms.items())[:1]
            if arm.expect
        ),
        *_core_problems(experiment, placement),
    ]


def _broker_problems(arm: Arm, placement: Placement) -> Iterator[tuple[str, str]]:
    kind = placement.kind
    for key in ("release", "image", "brokers", "slowed", "own_brokers"):
        if getattr(arm, key) and not kind.manages_brokers:
            yield key, f"{unmanaged(placement)}; on this cluster, an arm can only have settings"
    if arm.image and kind.manages_brokers and not kind.accepts_image:
        use = choices(lambda other: other.accepts_image)
        yield "image", f"is only supported for brokers in containers; use {use}"
    if arm.image and arm.release:
        yield "image", "has a release of its own; give either image or release"
    if arm.slowed and kind.manages_brokers and not kind.can_throttle_brokers:
        use = choices(lambda other: other.can_throttle_brokers)
        yield "slowed", f"is not supported with CLUSTER={placement.cluster}; use {use}"


def _sharing_problems(arm: Arm, experiment: Experiment) -> Iterator[tuple[str, str]]:
    """Yield a problem if ``own_brokers`` names another arm whose brokers this arm cannot share."""
    if not isinstance(arm.own_brokers, str):
        return
    other = experiment.arms.get(arm.own_brokers)
    if other is None or other.own_brokers is not True:
        yield "own_brokers", f"{arm.own_brokers} is not the name of an arm with `own_brokers: true`"
    elif (other.release, other.image, other.brokers) != (arm.release, arm.image, arm.brokers):
        yield (
            "own_brokers",
            f"the brokers differ from those of {arm.own_brokers}; make release, image and brokers equal",
        )


def _core_problems(experiment: Experiment, placement: Placement) -> Iterator[Problem]:
    if experiment.cores is CoreAllocation.SHARED:
        return
    if not placement.kind.manages_brokers or placement.runner is not RunnerKind.PROCESS:
        use = choices(lambda kind: kind.manages_brokers)
        text = f"can only be divided with {use} and RUNNER=process, not with {placement}"
        yield Problem(("cores",), text)


def _level(text: str) -> object:
    """A level as a file would contain it: a number, a boolean or a text."""
    return YAML(typ="safe", pure=True).load(text)

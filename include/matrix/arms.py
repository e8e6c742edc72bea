"""Arms as a person gives them when starting: ``4.3.1``, ``linger_ms=5``, ``4.3.1,num.io.threads=4``."""

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML

from include.matrix.cluster_kinds.registry import choices
from include.matrix.experiment import Arm, Experiment
from include.matrix.placement import Placement, unmanaged
from include.matrix.runner_kind import RunnerKind
from include.matrix.validation_errors import ExperimentError, Problem
from include.processes.cores import CoreAllocation

BASELINE, CANDIDATE = "baseline", "candidate"

OF_THE_ARM = ("image", "slowed", "own_brokers")
"""What an arm itself has; other names are the scenario's settings, and with a full stop Kafka's."""

FORM = (
    "a release, an image (image=apache/kafka:4.1.0), settings (linger_ms=5) or settings of the brokers "
    "(num.io.threads=4), separated by commas"
)


def arm_of(name: str, text: str) -> dict[str, Any]:
    """The arm that a text stands for, as an experiment's file would have it.

    Raises:
        ExperimentError: it stands for none.
    """
    said: dict[str, Any] = {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals and re.fullmatch(r"[\d.]+", key):
            said["release"] = key
        elif not equals or not key or not value:
            raise ExperimentError([f"parameters: {name}: {word!r} is none of {FORM}"])
        elif key in OF_THE_ARM:
            said[key] = _level(value)
        else:
            said.setdefault("brokers" if "." in key else "settings", {})[key] = _level(value)
    return said


def compared(baseline: str | None, candidate: str | None) -> dict[str, Any]:
    """The two arms of a comparison; what isn't said of one is as the experiment has it."""
    texts = {BASELINE: baseline, CANDIDATE: candidate}
    return {name: arm_of(name, text or "") for name, text in texts.items()}


def problems(experiment: Experiment, placement: Placement) -> list[Problem]:
    """The problems of the arms of an experiment with this placement."""
    return [
        Problem(("arms", name, key), text)
        for name, arm in experiment.arms.items()
        for key, text in _broker_problems(arm, placement)
    ] + list(_core_problems(experiment, placement))


def _broker_problems(arm: Arm, placement: Placement) -> Iterator[tuple[str, str]]:
    kind = placement.kind
    for key in ("release", "image", "brokers", "slowed", "own_brokers"):
        if getattr(arm, key) and not kind.manages_brokers:
            yield key, f"{unmanaged(placement)}; an arm can only have settings there"
    if arm.image and kind.manages_brokers and not kind.accepts_image:
        use = choices(lambda one: one.accepts_image)
        yield "image", f"is only supported for brokers in containers; use {use}"
    if arm.image and arm.release:
        yield "image", "has a release of its own; give either image or release"
    if arm.slowed and kind.manages_brokers and not kind.can_throttle_brokers:
        use = choices(lambda one: one.can_throttle_brokers)
        yield "slowed", f"is not supported with CLUSTER={placement.cluster}; use {use}"


def _core_problems(experiment: Experiment, placement: Placement) -> Iterator[Problem]:
    if experiment.cores is CoreAllocation.SHARED:
        return
    if not placement.kind.manages_brokers or placement.runner is not RunnerKind.PROCESS:
        use = choices(lambda kind: kind.manages_brokers)
        text = f"can only be divided with {use} and RUNNER=process, not with {placement}"
        yield Problem(("cores",), text)


def _level(text: str) -> object:
    """A level as a file would have it: a number, true or false, or a word."""
    return YAML(typ="safe", pure=True).load(text)

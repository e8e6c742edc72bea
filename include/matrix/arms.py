"""Arms as a person gives them when starting: ``4.3.1``, ``linger_ms=5``, ``4.3.1,num.io.threads=4``."""

import re
from collections.abc import Iterator
from typing import Any

from ruamel.yaml import YAML

from include.matrix.experiment import Arm, Experiment
from include.matrix.placement import COMPOSE, EMBEDDED, RunnerKind, Where
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


def problems(experiment: Experiment, where: Where) -> list[Problem]:
    """What is wrong with the arms of an experiment that is to run there."""
    return [
        Problem(("arms", name, key), text)
        for name, arm in experiment.arms.items()
        for key, text in _place(arm, where)
    ] + list(_cores(experiment, where))


def _place(arm: Arm, where: Where) -> Iterator[tuple[str, str]]:
    for key in ("release", "image", "brokers", "slowed", "own_brokers"):
        if getattr(arm, key) and where.connection:
            yield key, f"{where.cluster} is somebody's: an arm of it can only have settings"
    if arm.image and where.cluster == EMBEDDED:
        yield "image", "is for brokers in containers: CLUSTER=compose"
    if arm.image and arm.release:
        yield "image", "is of a release of its own; leave one of the two out"
    if arm.slowed and where.cluster == COMPOSE:
        yield "slowed", "only embedded brokers can be slowed down"


def _cores(experiment: Experiment, where: Where) -> Iterator[Problem]:
    if experiment.cores is CoreAllocation.SHARED:
        return
    if where.connection or where.runner is not RunnerKind.PROCESS:
        text = f"only the project's own brokers, and processes, have cores of their own, not {where}"
        yield Problem(("cores",), text)


def _level(text: str) -> object:
    """A level as a file would have it: a number, true or false, or a word."""
    return YAML(typ="safe", pure=True).load(text)

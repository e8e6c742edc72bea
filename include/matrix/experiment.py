"""What an experiment file says, once it is known to be sound."""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from include.processes.cores import CoreAllocation


def scalar(level: object) -> object:
    """The level itself, when it is one value and not a collection of them."""
    if isinstance(level, dict | list | tuple | set):
        raise ValueError("a level is a number or a word, not a collection")
    return level


def well_formed(release: str) -> str:
    """The release itself, when it has the form of one; whether it exists is for the cluster to find out."""
    if not re.fullmatch(r"\d+(\.\d+){2,3}", release, re.ASCII):
        raise ValueError(f"{release!r} doesn't look like a release, such as {DEFAULT_RELEASE}")
    return release


Level = Annotated[Any, AfterValidator(scalar)]
"""A factor's level: a scalar that the scenario's settings accept."""

Release = Annotated[str, AfterValidator(well_formed)]
"""A Kafka release: 4.3.1, or 0.11.0.0 before 1.0."""

DEFAULT_RELEASE = "4.3.1"
"""The newest Kafka release whose registry entry is complete and that was seen to work."""


class Arm(BaseModel):
    """One of the things that a run compares; what it doesn't say is as the experiment has it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    release: Release | None = None
    image: str | None = None
    """Of brokers in containers: somebody's, in place of the one that is made of the release."""
    brokers: dict[str, Level] = Field(default_factory=dict)
    """Kafka's own settings of the arm's brokers, beside those that all brokers are given."""
    settings: dict[str, Level] = Field(default_factory=dict)
    """The scenario's settings in which the arm departs from the experiment."""
    own_brokers: bool = False
    """Whether it has brokers of its own although another arm's are the same: to see what differs between two
    starts of them. Else arms share brokers that are the same."""
    slowed: Annotated[float, Field(ge=0, le=90)] = 0
    """Percent of the time that its brokers stand still while its cells run: a slow-down that is planted."""

    def __str__(self) -> str:
        """As a person gives it when starting."""
        own = {
            "image": self.image,
            "own_brokers": "true" if self.own_brokers else None,
            "slowed": f"{self.slowed:g}" if self.slowed else None,
        }
        named = {**self.settings, **self.brokers, **{key: value for key, value in own.items() if value}}
        words = [*filter(None, [self.release]), *(f"{key}={value}" for key, value in named.items())]
        return ",".join(words) or "as the experiment"


class PartOfFile(BaseModel):
    """One of several matrices of an experiment, as its file has it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    scenario: str | None = None
    factors: dict[str, Annotated[list[Level], Field(min_length=1)]] = Field(default_factory=dict)
    constants: dict[str, Level] = Field(default_factory=dict)


FORMER_NAMES = {"ownership": "group-rebalance", "rack": "reliable-ack"}
"""Experiments that have another name now; commands and plans may still contain the former one."""


def current_name(name: str) -> str:
    """The present name of an experiment, given that or its former one."""
    return FORMER_NAMES.get(name, name)


class Experiment(BaseModel):
    """One question, and the cells that answer it.

    Its treatments are every combination of its factors' levels; where that isn't what is wanted, ``parts``
    are several such matrices, each of which adds its own factors and constants to the experiment's.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: Annotated[str, AfterValidator(current_name)]
    """The file's stem, not a key in it. A plan with a former name is read with the present one."""
    title: str
    question: str
    scenario: str
    factors: dict[str, Annotated[list[Level], Field(min_length=1)]] = Field(default_factory=dict)
    constants: dict[str, Level] = Field(default_factory=dict)
    parts: list[PartOfFile] = Field(default_factory=list)
    brokers: dict[str, Level] = Field(default_factory=dict)
    """Kafka's own settings of the brokers, beside those that all brokers are given; arms may change them."""
    arms: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,29}$")], Arm] = Field(default_factory=dict)
    """What is compared, each on brokers of its own, in the same blocks; none: one cluster for all cells."""
    repetitions: Annotated[int, Field(ge=1)]
    seed: int
    release: Release = DEFAULT_RELEASE
    published: str | None = None
    """Published figures to put beside the measured ones: a file's stem in include/report/published/."""
    cores: Annotated[CoreAllocation, Field(strict=False)] = CoreAllocation.SHARED
    """Whether brokers and load programs are given cores of their own."""
    most_cells: Annotated[int, Field(ge=1)] = 10_000
    """An experiment with more cells than this is refused, so that nobody plans a month by accident."""

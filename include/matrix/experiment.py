"""The model of an experiment, as its file describes it, and the values that the file may contain."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from include.matrix.experiment_values import ConstantLevel, FactorLevel, Percentage, Release
from include.matrix.judged_settings_in_plan import JudgedSettings
from include.processes.cores import CoreAllocation
from include.releases.versions import DEFAULT_RELEASE, numbers_of


class Arm(BaseModel, extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True):
    """One of the variants that a run compares.

    Everything that an arm does not set comes from the experiment.
    """

    release: Release | None = None
    """The Kafka release of the arm's brokers; None: the release of the experiment."""
    image: str | None = None
    """The image of brokers in containers; None: the image of the run (``KAFKA_IMAGE``). If the run has no
    image, the image that is built from the release."""
    brokers: dict[str, FactorLevel] = Field(default_factory=dict)
    """Kafka settings of the arm's brokers, in addition to the settings of the experiment."""
    settings: dict[str, FactorLevel] = Field(default_factory=dict)
    """The settings of the scenario that differ from the experiment."""
    own_brokers: bool | str = False
    """Arms with the same brokers share them. With ``true``, the arm nevertheless has separate brokers. This
    measures the difference between two starts. With the name of an arm that has separate brokers, this arm
    shares the brokers of the named arm."""
    slowed: Annotated[float, Field(ge=0, le=90)] = 0
    """The percentage of the time for which the brokers are paused while the arm's cells run."""
    expect: Literal["worse"] | None = None
    """``worse``: the arm is a control, which is worse on purpose. If the comparison shows this, the run is
    good; if not, the run detects too little. None: the arm is no control."""

    def __str__(self) -> str:
        """The arm in the syntax of a user (``parse_arm``)."""
        options = {
            "image": self.image,
            "own_brokers": "true" if self.own_brokers is True else self.own_brokers or None,
            "slowed": f"{self.slowed:g}" if self.slowed else None,
        }
        values = {**self.settings, **self.brokers, **{key: value for key, value in options.items() if value}}
        words = [*filter(None, [self.release]), *(f"{key}={value}" for key, value in values.items())]
        return ",".join(words) or "as the experiment"


class Expectation(StrEnum):
    """What an experiment expects of the promises of a treatment."""

    KEPT = "kept"
    BROKEN = "broken"
    """The promises are broken in at least one attempt: the treatment is a control."""
    EITHER = "either"
    """Whether the promises are broken depends on chance, such as on the last commit before a fault."""


class ExperimentPart(BaseModel, extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True):
    """One of several matrices of an experiment, as its file contains it."""

    scenario: str | None = None
    """The scenario of the part; None: the scenario of the experiment."""
    factors: dict[str, Annotated[list[FactorLevel], Field(min_length=1)]] = Field(default_factory=dict)
    """Factors in addition to the factors of the experiment."""
    constants: dict[str, ConstantLevel] = Field(default_factory=dict)
    """Settings of every cell of the part, in addition to the experiment's settings or in their place."""
    expect: Annotated[Expectation, Field(strict=False)] = Expectation.KEPT
    """What is expected of the promises of the part's treatments. If the expectation is not met, the run is
    not good."""
    mended_in: Release | None = None
    """The first release of the brokers on which the promises are expected to be kept, whatever ``expect``
    says; None: there is no such release."""

    def expected_on(self, release: str) -> Expectation:
        """What is expected of the promises on brokers of a release."""
        is_mended = self.mended_in is not None and numbers_of(release) >= numbers_of(self.mended_in)
        return Expectation.KEPT if is_mended else self.expect


class Experiment(BaseModel, extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True):
    """A question, and the cells that answer it.

    The treatments are all combinations of the factors' levels. An experiment with other treatments has
    several matrices (``parts``). Each matrix adds its own factors and constants to the factors and constants
    of the experiment.
    """

    name: str
    """The name of the file without its suffix; the file itself has no such key."""
    title: str
    """The title of the report."""
    question: str
    """What the experiment asks, in a sentence of the report."""
    scenario: str
    """What happens in a cell: ``delivery``, ``copy``, ``group_rebalance``, ``queue`` or ``reliable_ack``."""
    factors: dict[str, Annotated[list[FactorLevel], Field(min_length=1)]] = Field(default_factory=dict)
    """Settings with their levels. Each combination of levels is a treatment. Where a setting does not apply,
    its levels make no further treatments."""
    constants: dict[str, ConstantLevel] = Field(default_factory=dict)
    """Settings that have the same level in every cell, unless a part or an arm sets another."""
    parts: list[ExperimentPart] = Field(default_factory=list)
    """Several matrices. Each has its own factors and constants in addition to the experiment's."""
    brokers: dict[str, FactorLevel] = Field(default_factory=dict)
    """Kafka settings of the brokers, in addition to the settings that all brokers have. Arms may change the
    settings."""
    arms: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,29}$")], Arm] = Field(default_factory=dict)
    """The variants that the run compares within the same blocks; empty if it compares none."""
    repetitions: Annotated[int, Field(ge=1)]
    """The number of blocks. In each block, every treatment runs once."""
    starts: Annotated[int, Field(ge=1)] = 1
    """The number of starts of the brokers. On each start, an equal share of successive blocks runs, or one
    block more."""
    must_detect: dict[str, Percentage] = Field(default_factory=dict)
    """For columns of ``results/cells``, the difference that a comparison of arms must be able to detect, such
    as ``10 %``. The run is inconclusive if a corrected interval shows no difference, but extends beyond this
    difference on either side. None: 25 % in every cost."""
    seed: int
    """The random seed for the order of the cells of each block."""
    release: Release = DEFAULT_RELEASE
    """The Kafka release of the brokers."""
    reference: dict[str, FactorLevel] = Field(default_factory=dict)
    """The levels of factors in the reference treatments, such as ``{linger_ms: 0}``. The other treatments are
    compared with the reference treatments. None: at-least-once."""
    published: Literal["thesis"] | None = None
    """The published figures that the report compares with the measured ones."""
    cores: Annotated[CoreAllocation, Field(strict=False)] = CoreAllocation.SHARED
    """Whether brokers and load programs have CPU cores of their own."""
    most_cells: Annotated[int, Field(ge=1)] = 10_000
    """The maximum number of cells. A larger experiment is refused, because it is probably a mistake."""
    judged: JudgedSettings | None = None
    """The promise of a user's settings, in an experiment that judges them (``kerran judge``)."""
    most_inconclusive: Annotated[float, Field(ge=0, le=1, strict=False)] = 0.2
    """The largest share of invalid cells in a good run. A cell counts too if it is expected to keep its
    promises, but leaves them unproven. A run without broken promises is inconclusive if the share is larger,
    or if the run has such an unproven cell."""

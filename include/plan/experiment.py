"""The data model of an experiment's file."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from include.machine.processes.cores import CoreAllocation
from include.machine.releases.versions import DEFAULT_RELEASE, numbers_of
from include.plan.experiment_values import (
    BrokerSettings,
    ConstantLevel,
    FactorLevel,
    HalfWidth,
    Percentage,
    Release,
)
from include.plan.user_client_settings import JudgedSettings


class Arm(BaseModel, extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True):
    """One of the variants that a run compares.

    Everything that an arm does not set comes from the experiment.
    """

    release: Release | None = None
    """The Kafka release of the arm's brokers; None: the release of the experiment."""
    image: str | None = None
    """The image of brokers in containers; None: the image of the run (``KAFKA_IMAGE``). If the run has no
    image either, an image is built from the release."""
    brokers: BrokerSettings = Field(default_factory=dict)
    """Kafka settings of the arm's brokers, in addition to the settings of the experiment."""
    settings: dict[str, FactorLevel] = Field(default_factory=dict)
    """Settings of the scenario that replace the experiment's settings in this arm."""
    own_brokers: bool | str = False
    """Whether the arm has separate brokers. With ``false``, arms whose brokers have the same release, image
    and settings share their brokers. With ``true``, the arm has separate brokers, to measure the difference
    between two starts. With the name of an arm that has ``own_brokers: true``, this arm shares the brokers of
    the named arm."""
    slowed: Annotated[float, Field(ge=0, le=90)] = 0
    """The percentage of the time for which the brokers are paused in the arm's cells."""
    expect: Literal["worse"] | None = None
    """``worse``: the arm is a control, which is worse on purpose. If the comparison finds that the arm is
    worse, the run is good. If not, the run is not sensitive enough. None: the arm is not a control."""

    def __str__(self) -> str:
        """The arm as users write it (``parse_arm`` reads this text)."""
        options = {
            "image": self.image,
            "own_brokers": "true" if self.own_brokers is True else self.own_brokers or None,
            "slowed": f"{self.slowed:g}" if self.slowed else None,
        }
        values = {**self.settings, **self.brokers, **{key: value for key, value in options.items() if value}}
        words = [*filter(None, [self.release]), *(f"{key}={value}" for key, value in values.items())]
        return ",".join(words) or "as the experiment"


class Expectation(StrEnum):
    """The expectation of an experiment: whether a treatment keeps its promises."""

    KEPT = "kept"
    BROKEN = "broken"
    """The promises must be broken in at least one attempt, because the treatment is a control."""
    EITHER = "either"
    """The promises may be kept or broken. This depends on chance, such as on the time of the last commit
    before a fault."""


class StopRule(BaseModel, extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True):
    """When a run has enough blocks: as soon as it is precise enough, and at the latest when its time is out.

    The widths of intervals decide, never what the intervals show. Source: Chow and Robbins, On the asymptotic
    theory of fixed-width sequential confidence intervals, Annals of Mathematical Statistics 36, 1965.
    """

    precision: Annotated[dict[str, HalfWidth], Field(min_length=1)]
    """The largest half-width of the 95 % intervals of costs, such as ``15 ms`` or ``12 %``, by column of
    ``results/cells``."""
    minutes: Annotated[float, Field(gt=0, strict=False)]
    """The time that all cells together may take. No block begins that would not end in time, except the first
    three, which an interval needs."""
    repetitions: Annotated[int, Field(ge=1)]
    """The largest number of blocks."""


class ExperimentPart(BaseModel, extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True):
    """One of several matrices in an experiment's file."""

    scenario: str | None = None
    """The scenario of the part; None: the scenario of the experiment."""
    factors: dict[str, Annotated[list[FactorLevel], Field(min_length=1)]] = Field(default_factory=dict)
    """Factors in addition to the factors of the experiment."""
    constants: dict[str, ConstantLevel] = Field(default_factory=dict)
    """Settings of every cell of the part. They are added to the constants of the experiment, or replace
    them."""
    expect: Annotated[Expectation, Field(strict=False)] = Expectation.KEPT
    """Whether the part's treatments are expected to keep their promises. If the expectation is not met, the
    run's verdict is not ``good``."""
    mended_in: Release | None = None
    """The first Kafka release whose brokers are expected to keep the promises, regardless of ``expect``.
    None: ``expect`` applies to every release."""

    def expected_on(self, release: str) -> Expectation:
        """Whether the promises are expected to be kept on brokers of a release."""
        is_mended = self.mended_in is not None and numbers_of(release) >= numbers_of(self.mended_in)
        return Expectation.KEPT if is_mended else self.expect


class Experiment(BaseModel, extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True):
    """A question, and the cells that answer it.

    The treatments are all combinations of the factors' levels. If one matrix of factors cannot describe all
    treatments, the experiment has several matrices (``parts``). Each matrix adds its own factors and
    constants to the factors and constants of the experiment.
    """

    name: str
    """The name of the experiment's file without its suffix. The file itself has no key ``name``."""
    title: str
    """The title of the report."""
    question: str
    """The question that the experiment answers, as a sentence of the report."""
    scenario: str
    """The scenario of the cells, such as ``delivery``; each has a folder in ``include/scenarios``."""
    factors: dict[str, Annotated[list[FactorLevel], Field(min_length=1)]] = Field(default_factory=dict)
    """The settings that vary, with their levels. Each combination of levels is a treatment. If a setting does
    not apply in a combination, its levels do not add treatments."""
    constants: dict[str, ConstantLevel] = Field(default_factory=dict)
    """Settings with the same level in every cell. A part or an arm may set another level."""
    parts: list[ExperimentPart] = Field(default_factory=list)
    """The parts of an experiment with several matrices. Each part adds to the experiment's factors and
    constants."""
    brokers: BrokerSettings = Field(default_factory=dict)
    """Kafka settings of the brokers, in addition to the settings that all brokers have. Arms may change the
    settings."""
    arms: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,29}$")], Arm] = Field(default_factory=dict)
    """The variants that the run compares within the same blocks; empty if it compares none."""
    repetitions: Annotated[int, Field(ge=1)]
    """The number of blocks. In each block, every treatment runs once."""
    until: StopRule | None = None
    """The precision up to which further blocks are run, and the time and the number of blocks that bound
    them; None: exactly ``repetitions`` blocks. A run with ``until`` has one start of the brokers and no
    arms."""
    sustained_share: Percentage | None = None
    """The largest part of the rate that the warm-up sustains in transactions, such as ``12 %``, at which the
    cells are measured. If the constant ``rate`` is higher, it is divided by 2, 4 or 10 for all cells, before
    the first one. None: the rate is as in the file, on any machine."""
    starts: Annotated[int, Field(ge=1)] = 1
    """The number of times that the brokers are started. After each start, one or more consecutive blocks run.
    The blocks are divided evenly among the starts: some starts may have one block more than others."""
    must_detect: dict[str, Percentage] = Field(default_factory=dict)
    """The difference that a comparison of arms must be able to detect, such as ``10 %``, by column of
    ``results/cells``. If a corrected interval shows no difference, and half of its width is more than this
    difference, the run is inconclusive. For a column that is not named here, the difference is 25 %."""
    seed: int
    """The random seed for the order of the cells of each block."""
    release: Release = DEFAULT_RELEASE
    """The Kafka release of the brokers."""
    reference: dict[str, FactorLevel] = Field(default_factory=dict)
    """The levels of factors in the reference treatments, such as ``{linger_ms: 0}``, or their scenario, if a
    part has one of its own. The other treatments are compared with the reference treatments. By default:
    at-least-once."""
    published: Literal["thesis"] | None = None
    """The name of the published figures that the report compares with the measured figures."""
    cores: Annotated[CoreAllocation, Field(strict=False)] = CoreAllocation.SHARED
    """Whether brokers and load programs share the CPU cores, or have separate cores."""
    most_cells: Annotated[int, Field(ge=1)] = 10_000
    """The maximum number of cells. A larger experiment is refused, because it is probably a mistake."""
    judged: JudgedSettings | None = None
    """The user's settings and their promise, in an experiment that judges settings (``kerran judge``)."""
    most_inconclusive: Annotated[float, Field(ge=0, le=1, strict=False)] = 0.2
    """The largest share of cells that may leave a promise unproven that is expected to be kept. A run without
    broken promises is inconclusive if the share is larger. It is also inconclusive if a treatment leaves its
    promises unproven, unless ``expect`` is ``either``."""

    @property
    def most_repetitions(self) -> int:
        """The largest number of blocks that a run may have."""
        return self.until.repetitions if self.until else self.repetitions

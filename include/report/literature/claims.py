"""Published findings beside the measurements, and whether each finding is reproduced."""

from dataclasses import dataclass
from enum import StrEnum

from include.rendering.wording import capitalised, significant
from include.report.treatments.paired_comparisons import Shown, finding
from include.verdicts.paired_differences import PairedDifference

REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"


@dataclass(frozen=True)
class Claim:
    """A published finding in words: what was published, what was measured, and the conclusion."""

    published: str
    measured: str
    conclusion: str

    @property
    def sentence(self) -> str:
        """The conclusion, then what was measured, then what was published."""
        return f"{capitalised(self.conclusion)}: {self.measured}; published: {self.published}."


def agreement(difference: PairedDifference, published_finding: Shown) -> str:
    """Whether a comparison reproduces a published finding: its corrected interval must agree with it."""
    outcome = finding(difference)
    if outcome in (Shown.TOO_FEW, Shown.NOT_SHOWN):
        return outcome.value
    return REPRODUCED if outcome is published_finding else NOT_REPRODUCED


class Place(StrEnum):
    """The places of a published figure relative to an interval."""

    BELOW = "below"
    WITHIN = "within"
    ABOVE = "above"


def place_of(figure: float, interval: tuple[float, float]) -> Place:
    """The place of a published figure relative to the interval of the measured figure."""
    low, high = interval
    if figure < low:
        return Place.BELOW
    return Place.ABOVE if figure > high else Place.WITHIN


def ratio_to_published(figure: float | None, published_figure: float | None) -> str:
    """A measured figure divided by the published one, as text; a dash where either is unknown."""
    return significant(figure / published_figure if figure is not None and published_figure else None)

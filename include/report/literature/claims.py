"""Published findings beside what was measured of them, and whether they are reproduced."""

from dataclasses import dataclass
from enum import StrEnum

from include.rendering.wording import capitalised, significant
from include.report.treatments.paired_comparisons import Shown, finding
from include.verdicts.paired_differences import PairedDifference

REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"


@dataclass(frozen=True)
class Claim:
    """A published finding: what was published, what was measured, and the conclusion, all in words."""

    published: str
    measured: str
    conclusion: str

    @property
    def sentence(self) -> str:
        """The conclusion, then what was measured, then what was published."""
        return f"{capitalised(self.conclusion)}: {self.measured}; published: {self.published}."


def agreement(difference: PairedDifference, published: Shown) -> str:
    """Whether a comparison reproduces a published finding: only if the corrected interval is on its side."""
    shown = finding(difference)
    if shown in (Shown.TOO_FEW, Shown.NOT_SHOWN):
        return shown.value
    return REPRODUCED if shown is published else NOT_REPRODUCED


class Place(StrEnum):
    """The places of a published figure relative to an interval."""

    BELOW = "below"
    WITHIN = "within"
    ABOVE = "above"


def place_of(published: float, interval: tuple[float, float]) -> Place:
    """Where a published figure lies relative to the interval of what was measured."""
    low, high = interval
    if published < low:
        return Place.BELOW
    return Place.ABOVE if published > high else Place.WITHIN


def ratio_to_published(measured: float | None, published: float | None) -> str:
    """A measured figure divided by the published one, as text; a dash where either is unknown."""
    return significant(measured / published if measured is not None and published else None)

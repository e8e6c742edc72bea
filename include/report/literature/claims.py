"""Published findings beside the measurements, and whether each finding is reproduced."""

from enum import StrEnum

from include.rendering.wording import capitalised, significant
from include.report.treatments.paired_comparisons import Shown, finding
from include.verdicts.paired_differences import PairedDifference

REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"


def claim_sentence(published: str, measured: str, conclusion: str) -> str:
    """A sentence about a published finding: the conclusion, then what was measured and what was published."""
    return f"{capitalised(conclusion)}: {measured}; published: {published}."


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

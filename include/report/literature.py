"""Published figures, and whether the measurements reproduce published findings."""

import csv
import tomllib
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from include.kinds.metrics.registry import Span
from include.plan.treatment import Treatment
from include.report.pages.wording import capitalised, significant
from include.verdicts.comparison.compare import Difference, Finding

FOLDER = Path(__file__).parent / "published_figures"

REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"


class PublishedFigure(NamedTuple):
    """A published mean and, for latencies, a 95th percentile, with the digits of the publication."""

    mean: str
    p95: str = ""

    @property
    def text(self) -> str:
        """The figure as tables show it: the mean and, in brackets, the 95th percentile if there is one."""
        return f"{self.mean} ({self.p95})" if self.p95 else self.mean


class PublishedFigures(NamedTuple):
    """The figures (means and percentiles) of one publication; ``source`` describes the publication."""

    name: str
    source: str
    release: str
    uses_zookeeper: bool
    cluster: str
    cores: int
    """The number of cores that brokers and clients shared."""
    settings: dict[str, float]
    """The settings of the published experiment that differ from Kerran's defaults, by name."""
    departures: list[str]
    """The differences between every run of Kerran and the published experiment, each as the end of a
    sentence."""
    departures_of_clients: dict[str, list[str]]
    """Further differences that only runs with a certain client have, by the name of the client."""
    unexercised: str = ""
    """A sentence about treatments that the published run could not exercise, because its cells were too
    short; empty if there are none."""

    def figure(self, treatment: Treatment, span: Span, quantity: str) -> PublishedFigure | None:
        """The published figure for the treatment's semantics, transaction time and message size, or None."""
        settings = treatment.settings
        row = published_row(
            self.name,
            span=span,
            metric=quantity,
            semantics=settings.semantics,
            transaction_ms=settings.traits.delivery.transaction_ms or "",
            message_bytes=settings.message_bytes,
        )
        return PublishedFigure(row["mean"], row["p95"]) if row else None


def read_published(name: str) -> PublishedFigures:
    """The figures of the publication with this name."""
    description = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return PublishedFigures(name, source(name), **description)


@cache
def literature_rows(name: str) -> list[dict[str, str]]:
    """The rows of the CSV file of the publication with this name."""
    return list(csv.DictReader((FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines()))


def published_row(name: str, **of: object) -> dict[str, str] | None:
    """The first published row whose columns have the values that ``of`` gives; None if there is none."""
    texts = {column: str(level) for column, level in of.items()}.items()
    return next((row for row in literature_rows(name) if texts <= row.items()), None)


def source(name: str) -> str:
    """The publication with this name, described in a few sentences."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").strip()


def claim_sentence(published: str, measured: str, conclusion: str) -> str:
    """A sentence about a published finding: the conclusion, the measured value and the published value."""
    return f"{capitalised(conclusion)}: {measured}; published: {published}."


def agreement(difference: Difference, published_finding: Finding) -> str:
    """The conclusion on whether a comparison reproduces a published finding.

    The corrected interval of the comparison decides.
    """
    outcome = difference.finding
    if outcome in (Finding.TOO_FEW, Finding.NOT_SHOWN):
        return outcome.value
    return REPRODUCED if outcome is published_finding else NOT_REPRODUCED


class Place(StrEnum):
    """Whether a published figure is below, within or above an interval."""

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
    """A measured figure divided by the published figure, as text; a dash where one of them is unknown."""
    return significant(figure / published_figure if figure is not None and published_figure else None)

"""The latencies of a run at shares of the common capacity: a line for each treatment, without its load."""

from collections.abc import Iterable
from dataclasses import dataclass

from include.load_runtime.held_rate import is_held
from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate
from include.rendering.palette import Look, with_dash
from include.report.held_rates import held_rates
from include.report.measured_run import MeasuredRun
from include.report.treatment_phrases import name_phrase, other_phrases, size_phrase
from include.report.treatments import capacity_percent, ordered_treatments, semantics_look, short_name

OFFERED_RATE = "offered_rate"


@dataclass(frozen=True)
class LoadPoint:
    """A treatment at a share of the common capacity."""

    percent: float
    """The share of the common capacity, in percent."""
    rate: Estimate
    """The rate that followed from it, in messages per second; it differs between blocks."""
    latency: Estimate
    """The median latency from producer to consumer, in ms."""
    missed: int
    """The number of valid cells in which the rate was not held."""


@dataclass(frozen=True)
class LoadLine:
    """A treatment at several shares of the common capacity."""

    name: str
    phrase: str
    """The name in a sentence."""
    look: Look
    points: list[LoadPoint]
    capacity: Estimate | None
    """Its own capacity in messages per second; None where no cell found it."""


@dataclass(frozen=True)
class LoadPanel:
    """Treatments with a common capacity, which are compared with one another."""

    context: str
    """What they have in common: ``1 KiB, linger 5 ms``."""
    lines: list[LoadLine]

    @property
    def capacities(self) -> list[LoadLine]:
        """The treatments with a known capacity, the highest first."""
        known = [(line.capacity.median, line) for line in self.lines if line.capacity]
        return [line for _, line in sorted(known, key=lambda one: -one[0])]

    @property
    def rates(self) -> dict[float, float]:
        """The middle rate of each share, in messages per second, by the share in percent."""
        by_share: dict[float, list[float]] = {}
        for point in (point for line in self.lines for point in line.points):
            by_share.setdefault(point.percent, []).append(point.rate.median)
        return {share: sorted(rates)[len(rates) // 2] for share, rates in sorted(by_share.items())}


def load_panels(run: MeasuredRun) -> list[LoadPanel]:
    """A panel for each common capacity, with the treatments that were measured at shares of it."""
    contexts: dict[str, dict[str, list[Treatment]]] = {}
    for treatment in ordered_treatments(run.plan):
        settings = treatment.settings
        if settings.needs_capacity or settings.searches_capacity:
            names = contexts.setdefault(_context(treatment), {})
            names.setdefault(short_name(treatment), []).append(treatment)
    panels = [LoadPanel(context, list(_lines(run, names.values()))) for context, names in contexts.items()]
    return [panel for panel in panels if any(line.points for line in panel.lines)]


def _context(treatment: Treatment) -> str:
    return ", ".join([size_phrase(treatment.settings.message_bytes), *other_phrases(treatment)])


def _lines(run: MeasuredRun, groups: Iterable[list[Treatment]]) -> Iterable[LoadLine]:
    colours: list[str] = []
    for group in groups:
        look = semantics_look(group[0])
        capacities = (run.estimate(one.id, "capacity") for one in group if one.settings.searches_capacity)
        yield LoadLine(
            name=short_name(group[0]),
            phrase=name_phrase(group[0]),
            look=with_dash(look, colours.count(look.colour)),
            points=sorted(_points(run, group), key=lambda point: point.percent),
            capacity=next((one for one in capacities if one), None),
        )
        colours.append(look.colour)


def _points(run: MeasuredRun, group: list[Treatment]) -> Iterable[LoadPoint]:
    for treatment in group:
        rate = run.estimate(treatment.id, OFFERED_RATE)
        latency = run.estimate(treatment.id, "latency_p50", Span.PRODUCER_CONSUMER)
        if treatment.settings.needs_capacity and rate and latency:
            missed = int((~held_rates(run, treatment).map(is_held)).sum())
            yield LoadPoint(capacity_percent(treatment), rate, latency, missed)

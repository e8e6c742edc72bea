"""The ladders of a run: the result of each treatment at each rate, and the resulting capacity."""

from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from include.kinds.grouping import grouped
from include.kinds.metrics.registry import Span
from include.plan.treatment import Treatment
from include.report.cost_differences import CostDifference, cost_differences
from include.report.measured_run import MeasuredRun
from include.report.pages.palette import Look, with_dashes
from include.report.pages.wording import DASH, count
from include.report.treatments.names import (
    load_context,
    name_phrase,
    ordered_treatments,
    semantics_look,
    short_name,
)
from include.settings.compared_columns import DELIVERED_P50
from include.verdicts.comparison.median_interval import Estimate
from include.verdicts.held_rate import CellRate, Limit, is_held_by_most, main_limit

RATE_COLUMNS = {
    "acknowledged_percent": Span.PRODUCER_BROKER.column_of("rate_held"),
    "received_percent": Span.PRODUCER_CONSUMER.column_of("rate_held"),
    "python_cpu": "generator_python_cpu",
    "lateness_ms": "lateness_p50",
    "cores_busy": "cores_busy",
    "consumer_cpu": "consumer_cpu",
    "commit_ms": "commit_latency",
    "transaction_ms": "transaction_time",
}


class Rung(NamedTuple):
    """A treatment at a rate of the ladder."""

    rate: float
    """Messages per second."""
    cells: list[CellRate]
    """The valid cells for which it is known whether they held the rate."""
    latency: Estimate | None
    """The median latency from producer to consumer, in ms."""
    cost: CostDifference | None
    """The comparison of ``latency`` with the reference's latency; None for the reference itself."""

    @property
    def held(self) -> int:
        """The number of cells that held the rate."""
        return sum(bool(cell.is_held) for cell in self.cells)

    @property
    def is_held(self) -> bool:
        """Whether most cells held the rate."""
        return is_held_by_most(self.held, len(self.cells))

    @property
    def compared(self) -> CostDifference | None:
        """The comparison ``cost`` if it exists and has an estimate; otherwise None."""
        return self.cost if self.cost and self.cost.is_compared else None

    @property
    def limits(self) -> list[Limit]:
        """The ``Limit`` of each cell that did not hold the rate."""
        return [limit for cell in self.cells if (limit := cell.limit)]

    @property
    def limit_counts(self) -> str:
        """The limits of the cells that did not hold the rate: ``brokers in 4, consumers in 2 of 6 cells``."""
        counts = [f"{limit} in {number}" for limit, number in Counter(self.limits).most_common()]
        return f"{', '.join(counts)} of {len(self.cells)} cells" if counts else DASH

    def middle(self, name: str) -> float | None:
        """The median of an attribute of ``CellRate`` over the cells; None if no cell recorded it."""
        values = [value for cell in self.cells if (value := getattr(cell, name)) is not None]
        return median(values) if values else None


class Line(NamedTuple):
    """A treatment at all rates of the ladder, in the order of the rates."""

    name: str
    phrase: str
    look: Look
    rungs: list[Rung]

    @property
    def above(self) -> Rung | None:
        """The lowest rate above all held rates; None if the highest rate is held or no rate has cells."""
        rungs = [rung for rung in self.rungs if rung.cells]
        places = [place for place, rung in enumerate(rungs, 1) if rung.is_held]
        return next(iter(rungs[max(places, default=0) :]), None)

    @property
    def limit(self) -> Limit | None:
        """The most frequent limit at the rate ``above``; None if there is none."""
        return main_limit(self.above.limits) if self.above else None

    @property
    def capacity(self) -> str:
        """An interval for the highest rate that can be held: ``8,000 to 12,000``, ``at least 32,000``.

        The interval has no upper end if the generator could not offer the next rate. The text is empty if
        there is no cell.
        """
        high = self.above.rate if self.above and self.limit is not Limit.GENERATOR else None
        rates = [rung.rate for rung in self.rungs if rung.is_held]
        if rates:
            low = count(max(rates))
            return f"at least {low}" if high is None else f"{low} to {count(high)}"
        if high is None:
            return "not known" if self.above else ""
        return f"below {count(high)}"


class Ladder(NamedTuple):
    """Treatments that differ only in their load and the factors of their short name, such as semantics."""

    context: str
    """The message size and the factors that are the same in all treatments: ``1 KiB, linger 5 ms``."""
    lines: list[Line]

    @property
    def rungs(self) -> list[Rung]:
        """Every treatment at every rate."""
        return [rung for line in self.lines for rung in line.rungs]

    @property
    def rates(self) -> list[float]:
        """All rates, in messages per second, from the lowest to the highest."""
        return sorted({rung.rate for rung in self.rungs})

    @property
    def not_held_by_all(self) -> list[float]:
        """The rates that at least one treatment does not hold."""
        return sorted({rung.rate for rung in self.rungs if rung.cells and not rung.is_held})


def ladders(run: MeasuredRun) -> list[Ladder]:
    """A ladder for each combination of message size and other factors for which a cell was measured."""
    costs = {cost.treatment.id: cost for cost in cost_differences(run)}
    on_ladder = [treatment for treatment in ordered_treatments(run.plan) if treatment.is_on_ladder]
    candidates = [
        Ladder(context, list(_lines(run, of_context, costs)))
        for context, of_context in grouped(on_ladder, load_context).items()
    ]
    return [ladder for ladder in candidates if any(rung.cells for rung in ladder.rungs)]


def _lines(run: MeasuredRun, treatments: list[Treatment], costs: dict[str, CostDifference]) -> Iterator[Line]:
    groups = list(grouped(treatments, short_name).values())
    looks = with_dashes(semantics_look(group[0]) for group in groups)
    for group, look in zip(groups, looks, strict=True):
        rungs = [
            Rung(
                rate=treatment.traits.pace.messages_per_second,
                cells=[cell for cell in _cell_rates(run, treatment) if cell.is_held is not None],
                latency=run.estimate(treatment.id, DELIVERED_P50),
                cost=costs.get(treatment.id),
            )
            for treatment in group
        ]
        rungs.sort(key=lambda rung: rung.rate)
        yield Line(short_name(group[0]), name_phrase(group[0]), look, rungs)


def _cell_rates(run: MeasuredRun, treatment: Treatment) -> list[CellRate]:
    """The rates at which each valid cell offered and delivered its messages, in the order of the blocks."""
    values = {name: run.repetitions(treatment.id, column) for name, column in RATE_COLUMNS.items()}
    return [
        CellRate(
            **{name: rates.get(block) for name, rates in values.items()},
            is_acknowledged_by_client=treatment.traits.delivery.is_acknowledged_by_client,
        )
        for block in run.cells_by_block(treatment.id)
    ]

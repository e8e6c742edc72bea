"""How much the costs of a plan vary between starts of the brokers: learned from earlier runs.

A run with one start does not show this variation. It is learned from earlier runs of the same comparison,
each with one start: the runs of this machine, and those of ``earlier_starts.csv``, which
``python -m docs.earlier_starts`` makes from the published runs. The plan keeps what was learned.
"""

import csv
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from statistics import fmean, variance

from pydantic import BaseModel, ValidationError

from include.machine.storage.path import AnyPath
from include.plan.plan import BrokenPlanError, LearnedVariation, Plan, read_plan
from include.plan.reference import references
from include.plan.treatment import Treatment
from include.rawlog.cells_and_results_of_run import results_of_run

FILE = Path(__file__).parent / "earlier_starts.csv"

FEWEST_RUNS = 3
"""The smallest number of earlier runs from which a variation is learned."""

MOST_RUNS = 20
"""The largest number of runs of this machine that are read, the newest first."""


class Comparison(BaseModel, frozen=True, coerce_numbers_to_str=True):
    """What identifies a comparison in runs on any machine."""

    kind: str
    release: str
    rate: str
    message_bytes: str
    linger_ms: str
    treatment: str
    reference: str
    metric: str
    span: str


class EarlierStart(Comparison):
    """A comparison in an earlier run with one start of the brokers."""

    run: str
    is_ratio: bool
    estimate: float
    error: float
    """The standard error within the run, in the unit of the metric or, for a ratio, of its logarithm."""
    hypervisor_share: float
    others_share: float

    @property
    def comparison(self) -> Comparison:
        return Comparison(**self.model_dump(include=set(Comparison.model_fields)))

    @property
    def value(self) -> float:
        """The estimate in the unit of its error."""
        return math.log(self.estimate) if self.is_ratio else self.estimate


def with_start_variation(plan: Plan, runs: AnyPath) -> Plan:
    """The plan with what earlier runs show about its comparisons. ``runs`` is the folder of runs."""
    if plan.experiment.starts > 1 or not plan.placement.kind.manages_brokers or not references(plan):
        return plan
    earlier = [*published_starts(), *_starts_of_runs(plan, runs)]
    by_comparison: dict[Comparison, list[EarlierStart]] = defaultdict(list)
    for start in earlier:
        by_comparison[start.comparison].append(start)
    of_plan = [
        (comparison, learned(by_comparison[comparison]))
        for treatment, reference in _pairs(plan)
        for comparison in list(by_comparison)
        if comparison == comparison_of(plan, treatment, reference, comparison.metric, comparison.span)
    ]
    variations = [
        LearnedVariation(
            treatment=comparison.treatment,
            metric=comparison.metric,
            span=comparison.span,
            deviation=deviation,
            runs=[start.run for start in by_comparison[comparison]],
        )
        for comparison, deviation in of_plan
        if deviation is not None
    ]
    return plan.model_copy(update={"start_variation": variations})


def learned(starts: Iterable[EarlierStart]) -> float | None:
    """The standard deviation between starts; None with fewer than three runs.

    The variance of the estimates, without what the variation within runs explains of it (the estimator of
    Hedges for random effects). Source: Hedges, A random effects model for effect sizes, Psychological
    Bulletin 93, 1983.
    """
    known = list(starts)
    if len(known) < FEWEST_RUNS:
        return None
    # The squares of the errors add to the variance between the runs. Their mean is taken off, and the rest is
    # below zero in about half of the cases in which starts do not differ at all.
    within = fmean(start.error**2 for start in known)
    return math.sqrt(max(0.0, variance(start.value for start in known) - within))


@cache
def published_starts() -> tuple[EarlierStart, ...]:
    """The comparisons of the published runs."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return tuple(EarlierStart.model_validate(row) for row in csv.DictReader(file))


def comparison_of(
    plan: Plan, treatment: Treatment, reference: Treatment, metric: str, span: str
) -> Comparison:
    """What identifies the comparison of a treatment with its reference."""
    settings = treatment.settings
    return Comparison(
        kind=plan.placement.kind.name,
        release=plan.release,
        rate=f"{treatment.traits.pace.messages_per_second:g}",
        message_bytes=f"{settings.message_bytes}",
        linger_ms=f"{getattr(settings, 'linger_ms', 0):g}",
        treatment=treatment.id,
        reference=reference.id,
        metric=metric,
        span=span,
    )


def _pairs(plan: Plan) -> Iterator[tuple[Treatment, Treatment]]:
    counterparts = references(plan)
    return ((t, counterparts[t.id]) for t in plan.treatments if t.id in counterparts)


def _starts_of_runs(plan: Plan, runs: AnyPath) -> Iterator[EarlierStart]:
    """Yield the comparisons of this machine's runs of the experiment that have names with a time."""
    prefix = f"{plan.experiment.name}-"
    with suppress(FileNotFoundError, NotADirectoryError):
        folders = sorted(
            (folder for folder in runs.iterdir() if folder.name.startswith(prefix)),
            key=lambda folder: folder.name,
        )
        for folder in folders[-MOST_RUNS:]:
            if folder.name != plan.run_id:
                yield from starts_of_run(folder)


def starts_of_run(run: AnyPath) -> Iterator[EarlierStart]:
    """Yield the comparisons of a run with one start; nothing if it has no results that can be read."""
    with suppress(FileNotFoundError, NotADirectoryError, BrokenPlanError, ValidationError, KeyError):
        plan, results = read_plan(run), results_of_run(run)
        if plan.experiment.starts > 1:
            return
        shares = _shares(results / "summary.csv")
        pairs = {treatment.id: (treatment, reference) for treatment, reference in _pairs(plan)}
        for row in _rows(results / "differences.csv"):
            if not row["estimate"] or row["treatment"] not in pairs or not row["error"]:
                continue
            treatment, reference = pairs[row["treatment"]]
            comparison = comparison_of(plan, treatment, reference, row["metric"], row["span"])
            yield EarlierStart(
                run=plan.run_id,
                **comparison.model_dump(),
                is_ratio=row["kind"] == "ratio",
                estimate=float(row["estimate"]),
                error=float(row["error"]),
                hypervisor_share=shares["hypervisor_share"],
                others_share=shares["others_share"],
            )


def _shares(summary: AnyPath) -> dict[str, float]:
    """The mean shares of the CPU that the hypervisor and others took, over the treatments' medians."""
    medians: dict[str, list[float]] = {"hypervisor_share": [], "others_share": []}
    for row in _rows(summary):
        if row["metric"] in medians and row["median"]:
            medians[row["metric"]].append(float(row["median"]))
    return {name: round(fmean(values), 4) if values else 0.0 for name, values in medians.items()}


def _rows(table: AnyPath) -> list[dict[str, str]]:
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))

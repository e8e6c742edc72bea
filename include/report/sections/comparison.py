"""Arms of a run compared pair by pair: which is worse, by how much, and what could have been told apart."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from include.matrix.plan import Treatment
from include.rendering.number_format import DASH, NO_BREAK, interval, significant
from include.rendering.table import Column, Group, Row, Table
from include.report.run import Run
from include.report.treatments import semantics_look
from include.verdicts.compared_quantities import Quantity, quantities
from include.verdicts.regression import STARTS, Decision, Difference, Numbers, decide, difference

COLUMNS = (
    Column("Quantity", numeric=False),
    Column("Decision", numeric=False),
    Column("ratio to the baseline"),
    Column("95% interval"),
    Column("would have found"),
    Column("baseline"),
    Column("candidate"),
    Column("pairs"),
)

NOTES = (
    "A ratio is that of two cells that ran one after another, in random order; the trimmed mean over the "
    "pairs. An interval stands for itself; decisions are corrected for all that is compared: where nothing "
    "differs, one run in twenty raises an alarm. “Would have found” is the least difference that so many "
    "pairs show nine times in ten.",
)


STARTS_NOTE = (
    f"The arms have brokers of their own. Two starts of the same brokers may differ by {100 * STARTS:g}"
    f"{NO_BREAK}% for as long as they run, so that what is decided is whether these differ by more."
)


@dataclass(frozen=True)
class Pairs:
    """One quantity of a treatment, and of the baseline beside it: values of shape (pairs,), above zero."""

    treatment: Treatment
    quantity: Quantity
    baseline: Numbers
    ours: Numbers
    alike: float = 0.0
    """The share by which both may differ and yet be the same."""

    @property
    def name(self) -> str:
        """Of what, and of which cells."""
        return f"{self.quantity.words} of {self.treatment.combination}"


@dataclass(frozen=True)
class Compared:
    """What pairs say, and what was decided."""

    pairs: Pairs
    found: Difference
    decision: Decision


def arms(run: Run) -> tuple[str, list[str]]:
    """The arm that is the baseline, which is the first, and those that are compared with it."""
    first, *others = run.plan.experiment.arms or [""]
    return first, others


def pairs(run: Run, arm: str) -> Iterator[Pairs]:
    """All that an arm is compared in: values of the blocks in which both have one above zero."""
    first, _ = arms(run)
    may_differ = alike(run, arm)
    baseline = {one.combination: one for one in run.plan.treatments if one.arm == first}
    for treatment in run.plan.treatments:
        if treatment.arm != arm or treatment.combination not in baseline:
            continue
        sides = {"baseline": baseline[treatment.combination], "ours": treatment}
        for quantity in quantities(treatment.settings):
            values = {side: run.repetitions(one.id, quantity.column) for side, one in sides.items()}
            both = pd.concat(values, axis=1, join="inner")
            both = both[(both > 0).all(axis=1)]
            ours, theirs = (both[side].to_numpy(float) for side in ("ours", "baseline"))
            yield Pairs(treatment, quantity, theirs, ours, may_differ)


def alike(run: Run, arm: str) -> float:
    """The share by which an arm may differ from the baseline and be the same; none on the same brokers."""
    plan, (first, _) = run.plan, arms(run)
    shares = not plan.placement.kind.manages_brokers or plan.cluster_of_arm(arm) == plan.cluster_of_arm(first)
    return 0.0 if shares else STARTS


def comparison(run: Run, arm: str) -> list[Compared]:
    """All that an arm is compared in, decided together."""
    measured = list(pairs(run, arm))
    found = [difference(one.baseline, one.ours, one.alike) for one in measured]
    better = [one.quantity.better for one in measured]
    decisions = decide(list(zip(found, better, strict=True)))
    return [Compared(*one) for one in zip(measured, found, decisions, strict=True)]


def comparison_tables(run: Run) -> list[Table]:
    """A table for each arm that is compared with the baseline; none where the run has no arms."""
    baseline, others = arms(run)
    return [_table(run, baseline, arm) for arm in others]


def sentence(run: Run, arm: str) -> str:
    """What the comparison says of an arm, in a sentence or two."""
    compared = comparison(run, arm)
    name = f"{_capital(arm)} ({run.plan.experiment.arms[arm]})"
    if not compared:
        return f"{name} has no cell that can be set beside one of the baseline's."
    told = [
        f"{_word(one)} in {one.pairs.name} by {_percent(one.found.ratio)} "
        f"(95% interval of the ratio {interval(one.found.low, one.found.high)})"
        for one in compared
        if one.decision in (Decision.WORSE, Decision.BETTER)
    ]
    if told:
        return f"{name} is {'; '.join(told)}."
    few = [one for one in compared if one.decision is Decision.NOT_ENOUGH]
    if few:
        return f"{name}: not enough data to tell, in {len(few)} of {len(compared)} comparisons."
    least = _percent(1 + max(one.found.smallest or 0.0 for one in compared))
    return f"{name}: no difference found in {len(compared)} comparisons, which would have shown {least} each."


def _table(run: Run, baseline: str, arm: str) -> Table:
    compared = comparison(run, arm)
    names = list(dict.fromkeys(one.pairs.treatment.combination for one in compared))
    groups = tuple(
        Group(tuple(_row(one) for one in compared if one.pairs.treatment.combination == name), name)
        for name in names
    )
    said = run.plan.experiment.arms
    caption = f"{_capital(arm)} ({said[arm]}) against {baseline} ({said[baseline]})"
    notes = (*NOTES, STARTS_NOTE) if alike(run, arm) else NOTES
    return Table(f"comparison-{arm}", caption, COLUMNS, groups, notes)


def _row(one: Compared) -> Row:
    found, unit = one.found, one.pairs.quantity.unit
    cells = (
        one.pairs.quantity.words,
        one.decision.value,
        significant(found.ratio),
        interval(found.low, found.high),
        _percent(1 + found.smallest) if found.smallest is not None else DASH,
        *(f"{_median(values)}{NO_BREAK}{unit}" for values in (one.pairs.baseline, one.pairs.ours)),
        str(found.n),
    )
    return Row(cells, semantics_look(one.pairs.treatment))


def _word(one: Compared) -> str:
    """Lower or higher, and whether that is worse."""
    way = "higher" if (one.found.ratio or 1) > 1 else "lower"
    return f"{one.decision.value} ({way})"


def _percent(ratio: float | None) -> str:
    """By how much a ratio departs from 1."""
    return DASH if ratio is None else f"{significant(100 * abs(ratio - 1), 2)}{NO_BREAK}%"


def _median(values: Numbers) -> str:
    return significant(float(np.median(values)) if values.size else None)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

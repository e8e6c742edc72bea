"""The rates that the cells of a treatment held."""

import pandas as pd

from include.kinds.metrics.registry import Span
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.verdicts.held_rate import is_held, is_held_by_most


def held_rates(run: MeasuredRun, treatment: Treatment) -> "pd.Series[float]":
    """The percentage of the requested rate that each valid cell held, by block.

    A cell has a percentage for each ``Span``; the lower one is used.
    """
    spans = [run.repetitions(treatment.id, span.column_of("rate_held")) for span in Span]
    return pd.concat(spans, axis=1).min(axis=1)


def is_rate_held(run: MeasuredRun, treatment: Treatment) -> bool:
    """Whether most valid cells of a treatment held their rate."""
    rates = held_rates(run, treatment)
    return is_held_by_most(sum(map(is_held, rates)), len(rates))

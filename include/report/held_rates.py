"""The held rates of the cells of a treatment."""

import pandas as pd

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.report.measured_run import MeasuredRun


def held_rates(run: MeasuredRun, treatment: Treatment) -> "pd.Series[float]":
    """The held rate in percent of each valid cell, by block: the lower one of both spans."""
    spans = [run.repetitions(treatment.id, f"{span.column}_rate_held") for span in Span]
    return pd.concat(spans, axis=1).min(axis=1)

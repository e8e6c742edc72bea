"""Which cells of a treatment held their rate, and what limited the others."""

import pandas as pd

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.report.measured_run import MeasuredRun
from include.verdicts.held_rate import CellRate

COLUMNS = {
    "acknowledged_percent": f"{Span.PRODUCER_BROKER.column}_rate_held",
    "received_percent": f"{Span.PRODUCER_CONSUMER.column}_rate_held",
    "python_cpu": "generator_python_cpu",
    "lateness_ms": "lateness_p50",
    "cores_busy": "cores_busy",
    "consumer_cpu": "consumer_cpu",
    "commit_ms": "commit_latency",
    "transaction_ms": "transaction_time",
}
"""The columns of ``results/cells`` by the attributes of a ``CellRate``."""


def held_rates(run: MeasuredRun, treatment: Treatment) -> "pd.Series[float]":
    """The held rate in percent of each valid cell, by block: the lower one of both spans."""
    spans = [run.repetitions(treatment.id, f"{span.column}_rate_held") for span in Span]
    return pd.concat(spans, axis=1).min(axis=1)


def cell_rates(run: MeasuredRun, treatment: Treatment) -> list[CellRate]:
    """How each valid cell was offered its messages and delivered them, in the order of the blocks."""
    values = {name: run.repetitions(treatment.id, column) for name, column in COLUMNS.items()}
    return [
        CellRate(
            **{name: rates.get(block) for name, rates in values.items()},
            is_acknowledged_by_client=treatment.settings.is_acknowledged_by_client,
        )
        for block in run.cells_by_block(treatment.id)
    ]

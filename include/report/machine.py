"""Sentences on the machine: the rate that it bears, and what else used its CPU while the cells ran."""

from include.rendering.wording import count, percent
from include.report.measured_run import MeasuredRun, number_or_none

WORTH_SAYING = 0.005
"""The smallest share of the CPU that is said; smaller shares are below the resolution of a short cell."""


def machine_sentence(run: MeasuredRun) -> str:
    """The shares of the CPU that others and the hypervisor took; empty if they are small or unknown."""
    takers = {"the hypervisor": "hypervisor_share", "other programs": "others_share"}
    clauses = []
    for taker, column in takers.items():
        if column not in run.valid_cells:
            continue
        shares = run.valid_cells[column].astype(float)
        mean, most = number_or_none(shares.mean()), number_or_none(shares.max())
        if mean is not None and most is not None and most >= WORTH_SAYING:
            clauses.append(f"{taker} took {percent(mean)} of the CPU (up to {percent(most)} in a cell)")
    return f"While the cells ran, {' and '.join(clauses)}; the intervals include this." if clauses else ""


def rate_sentence(run: MeasuredRun) -> str:
    """Why the cells have a lower rate than their experiment's file; empty if they have not."""
    lowered, share = run.plan.lowered_rate, run.plan.experiment.sustained_share
    if lowered is None:
        return ""
    rate = run.plan.experiment.constants["rate"]
    return (
        f"The rate is {count(rate)} messages/s in all cells instead of {count(lowered.planned)}, because the "
        f"warm-up sustained {count(round(lowered.sustained, -2))} messages/s in transactions, and cells are "
        f"measured at {percent(share)} of it at most."
    )

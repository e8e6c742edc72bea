"""A sentence on what else used the machine's CPU while the cells ran."""

from include.rendering.wording import percent
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

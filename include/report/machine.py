"""Sentences on the machine: the rate that it bears, and what else used its CPU while the cells ran."""

from include.plan.start_variation import comparison_of, published_starts
from include.report.cost_differences import cost_differences, figure
from include.report.measured_run import MeasuredRun, number_or_none
from include.report.pages.wording import NO_BREAK, count, percent
from include.report.treatments.names import name_phrase, semantics_order
from include.verdicts.compared_quantities import DELIVERED_P50

FEWEST_ELSEWHERE = 3
"""The smallest number of published runs whose range is given."""

WORTH_SAYING = 0.005
"""The smallest share of the CPU that is said; smaller shares are below the resolution of a short cell."""


FEWEST_CORES = 2
"""With fewer cores, brokers and load programs wait for each other."""


def cores_sentence(run: MeasuredRun) -> str:
    """That the programs had less than two cores, and what to do; empty if they had more."""
    hosts = [manifest.host for manifest in run.manifests.values()]
    cores, limit = (
        min((value for value in values if value), default=None)
        for values in ([host.cores for host in hosts], [host.cpu_limit for host in hosts])
    )
    if cores is None or min(cores, limit or cores) >= FEWEST_CORES:
        return ""
    available = "one core"
    if limit is not None and limit < cores:
        available = f"{limit:.2g} of the machine's {cores} cores, by a limit of their control group"
    return (
        f"The programs had {available}, where brokers and clients wait for each other: latencies are higher "
        "than with two cores. Use a machine, a container or a control group with two cores or more."
    )


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
    if not clauses:
        return ""
    return f"While the cells ran, {' and '.join(clauses)}; the intervals include this.{_elsewhere(run)}"


def _elsewhere(run: MeasuredRun) -> str:
    """What the same comparison gave in quieter published runs, as a sentence; empty without three of them."""
    latencies = [cost for cost in cost_differences(run) if cost.quantity == DELIVERED_P50]
    if not latencies:
        return ""
    cost = max(latencies, key=lambda cost: semantics_order(cost.treatment))
    quantity = cost.quantity
    same = comparison_of(run.plan, cost.treatment, cost.reference, quantity.metric.name, quantity.span or "")
    others = run.valid_cells["others_share"].astype(float).mean()
    estimates = sorted(
        start.estimate
        for start in published_starts()
        if start.comparison == same and start.others_share < others and start.run != run.plan.run_id
    )
    if len(estimates) < FEWEST_ELSEWHERE:
        return ""
    ends = f"{figure(estimates[0], quantity)} to {figure(estimates[-1], quantity)}"
    return (
        f" In {len(estimates)} published runs on quieter machines, {name_phrase(cost.treatment)} added {ends}"
        f"{NO_BREAK}{quantity.unit} to the {quantity.words}."
    )


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

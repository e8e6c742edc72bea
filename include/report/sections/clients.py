"""The comparison of each client of a run with the first client, in pairs of cells of the same block."""

from collections.abc import Iterator
from itertools import islice

from include.kinds.grouping import grouped
from include.plan.plan import Plan
from include.plan.reference import differ_only_in
from include.plan.treatment import Treatment
from include.report.cost_differences import DIFFERENCE_COLUMNS, QUANTITY, CostDifference, with_medians
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, grouped_table, words
from include.report.pages.wording import percent
from include.report.sections.section import ReportSection, SectionRecord, section
from include.report.treatments.held_rates_of_treatment import held_rates
from include.report.treatments.names import full_name, semantics_look
from include.report.treatments.paired_comparisons import compared
from include.verdicts.compared_quantities import Quantity, costs
from include.verdicts.comparison.compare import Finding
from include.verdicts.comparison.samples import FEWEST_PAIRS, Kind
from include.verdicts.held_rate import rate_not_held

MARGIN = 0.1
"""The share of the reference's median by which two equivalent clients may differ."""

NOTE = (
    "The comparisons use pairs of valid cells of the same blocks. If the brokers were started once, the "
    "intervals do not include the variation between starts. A latency is compared by its difference, every "
    "other quantity by its ratio. The 95% interval is that of a single comparison. The corrected intervals "
    "decide: with a probability of at least 95%, all corrected intervals of this table contain the true "
    "value. Two clients are equivalent if every difference in the corrected interval is at most "
    f"{percent(MARGIN)} of the reference's median, or every ratio in it is between 1/{1 + MARGIN:g} and "
    f"{1 + MARGIN:g}. A Java client of Kafka 4.0 or later speaks version 2 of the transaction protocol with "
    "brokers that have it (KIP-890); librdkafka and older Java clients speak version 1."
)


def _shown(cost: CostDifference) -> str:
    outcome, remark = cost.difference.finding, f" ({cost.remark})" if cost.remark else ""
    if outcome is Finding.TOO_FEW or not _is_within_margin(cost):
        return f"{outcome}{remark}"
    words = "equivalent" if outcome is Finding.NOT_SHOWN else f"{outcome}, but"
    return f"{words} within {percent(MARGIN)}{remark}"


def _is_within_margin(cost: CostDifference) -> bool:
    low, high = cost.difference.low_corrected, cost.difference.high_corrected
    if low is None or high is None or cost.reference_value is None:
        return False
    if cost.quantity.kind is Kind.RATIO:
        return low >= 1 / (1 + MARGIN) and high <= 1 + MARGIN
    return max(-low, high) <= MARGIN * cost.reference_value


def client_pairs(plan: Plan) -> Iterator[tuple[Treatment, Treatment, Quantity]]:
    """Yield pairs of treatments that differ only in their client, once for each quantity to compare.

    Each treatment is paired with the first treatment before it in the plan that differs from it only in the
    client. This earlier treatment, the second of the pair, is the reference.

    Clients are not compared under a fault, or with fewer repetitions than an interval needs.
    """
    treatments = [treatment for treatment in plan.treatments if not treatment.traits.disturbance.is_injected]
    for position, treatment in enumerate(treatments if plan.experiment.repetitions >= FEWEST_PAIRS else ()):
        earlier = (other for other in treatments[:position] if _differ_in_client(treatment, other))
        for reference in islice(earlier, 1):
            yield from ((treatment, reference, quantity) for quantity in costs(treatment))


def _differ_in_client(treatment: Treatment, other: Treatment) -> bool:
    is_other_client = treatment.traits.delivery.client != other.traits.delivery.client
    return is_other_client and differ_only_in({"client"}, treatment, other)


def client_comparisons(run: MeasuredRun) -> list[CostDifference]:
    """All comparisons of clients, corrected for their number."""
    differences = compared(run, client_pairs(run.plan), lambda pair: (pair[0], pair[1], pair[2].column))
    return [
        with_medians(run, *pair, difference, remark=_rate_not_held(run, *pair))
        for pair, difference in differences
    ]


def _rate_not_held(run: MeasuredRun, treatment: Treatment, reference: Treatment, quantity: Quantity) -> str:
    reasons = (
        rate_not_held(held_rates(run, side).tolist(), f"{side.traits.delivery.client}'s")
        for side in (treatment, reference)
        if quantity.is_latency
    )
    return next(filter(None, reasons), "")


def _build(run: MeasuredRun) -> ReportSection:
    """A section with a table of all comparisons of clients, grouped by reference."""
    columns: list[ItemColumn[CostDifference]] = [
        QUANTITY,
        words("Client", lambda cost: str(cost.treatment.traits.delivery.client)),
        words("Shown", _shown),
        *DIFFERENCE_COLUMNS,
    ]
    groups = grouped(client_comparisons(run), lambda cost: full_name(cost.reference)).items()
    caption = "Each client compared with the first client"
    table = grouped_table(
        "clients", caption, columns, groups, [NOTE], lambda cost: semantics_look(cost.treatment)
    )
    return section("clients-section", "Clients", table)


RECORD = SectionRecord("clients", lambda run: any(client_pairs(run.plan)), _build)

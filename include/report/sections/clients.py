"""The clients of a run: each is compared with the first of them, in pairs of cells of the same blocks."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from include.matrix.plan import Plan, Treatment
from include.matrix.reference import differ_only_in
from include.rendering.table import ItemColumn, Table, grouped_table, number, words
from include.rendering.wording import DASH, NO_BREAK, interval, percent, significant
from include.report.grouping import grouped
from include.report.held_rates import held_rates
from include.report.measured_run import MeasuredRun, number_or_none
from include.report.sections.record import ReportSection, SectionRecord, section
from include.report.treatments.names import full_name, semantics_look
from include.report.treatments.pairs import Shown, compare_pairs, finding, pair
from include.verdicts.comparability import why_latency_not_compared
from include.verdicts.compared_quantities import Quantity, costs
from include.verdicts.paired_differences import FEWEST_PAIRS, Kind, PairedDifference

MARGIN = 0.1
"""The share of the first client's median by which two clients may differ and be equivalent."""

NOTE = (
    "Pairs of valid cells of the same blocks; where the brokers were started once, how another start would "
    "differ is not included. A latency is compared by its difference, everything else by its ratio. The "
    "corrected intervals decide: with a probability of at least 95% all of this table contain the true "
    f"value. Two clients are equivalent if the whole interval is within {percent(MARGIN)} of the first "
    f"client's median (of a ratio, between 1/{1 + MARGIN:g} and {1 + MARGIN:g}). A Java client of Kafka 4.0 "
    "or later speaks version 2 of the transaction protocol with brokers that have it (KIP-890); librdkafka "
    "and older Java clients speak version 1."
)


class ClientComparison(NamedTuple):
    """A quantity of a treatment, compared with that of the treatment with the first client of the run."""

    treatment: Treatment
    reference: Treatment
    quantity: Quantity
    median: float | None
    """The median of the first client."""
    difference: PairedDifference | None
    not_compared: str
    """The reason why nothing is compared; empty if it is."""

    @property
    def shown(self) -> str:
        """What the corrected interval shows."""
        if self.difference is None:
            return f"not compared: {self.not_compared}"
        shown = finding(self.difference)
        if shown is Shown.TOO_FEW or not self._is_within_margin:
            return shown
        return f"{'equivalent' if shown is Shown.NOT_SHOWN else f'{shown}, but'} within {percent(MARGIN)}"

    @property
    def corrected_interval(self) -> tuple[float | None, float | None]:
        """The ends of the corrected interval; None with too few pairs, or if nothing is compared."""
        difference = self.difference
        return (difference.low_corrected, difference.high_corrected) if difference else (None, None)

    @property
    def _is_within_margin(self) -> bool:
        low, high = self.corrected_interval
        if low is None or high is None or self.median is None:
            return False
        if self.quantity.kind is Kind.RATIO:
            return low >= 1 / (1 + MARGIN) and high <= 1 + MARGIN
        return max(-low, high) <= MARGIN * self.median


def client_pairs(plan: Plan) -> Iterator[tuple[Treatment, Treatment, Quantity]]:
    """Yield the quantities of each treatment, with an earlier one that it equals apart from its client.

    Under a fault, and with fewer repetitions than an interval needs, clients are not compared.
    """
    treatments = [treatment for treatment in plan.treatments if not treatment.settings.is_disturbed]
    for position, treatment in enumerate(treatments if plan.experiment.repetitions >= FEWEST_PAIRS else ()):
        earlier = (other for other in treatments[:position] if _differ_in_client(treatment, other))
        for reference in islice(earlier, 1):
            yield from ((treatment, reference, quantity) for quantity in costs(treatment))


def _differ_in_client(treatment: Treatment, other: Treatment) -> bool:
    is_other_client = treatment.settings.chosen_client != other.settings.chosen_client
    return is_other_client and differ_only_in({"client"}, treatment, other)


def client_comparisons(run: MeasuredRun) -> list[ClientComparison]:
    """Every comparison of clients, decided together."""
    pairs = [
        (*chosen, pair(chosen[0], chosen[1], chosen[2].column), _why_not_compared(run, *chosen))
        for chosen in client_pairs(run.plan)
    ]
    differences = compare_pairs(run, [compared for *_, compared, reason in pairs if not reason])
    return [
        ClientComparison(
            treatment,
            reference,
            quantity,
            number_or_none(run.repetitions(reference.id, quantity.column).median()),
            differences.get(compared),
            reason,
        )
        for treatment, reference, quantity, compared, reason in pairs
    ]


def _why_not_compared(
    run: MeasuredRun, treatment: Treatment, reference: Treatment, quantity: Quantity
) -> str:
    """Why a latency is not compared: one of the clients did not hold its rate."""
    reasons = (
        why_latency_not_compared(held_rates(run, side).tolist(), f"{side.settings.chosen_client}'s")
        for side in (treatment, reference)
        if quantity.is_latency
    )
    return next(filter(None, reasons), "")


def clients_table(run: MeasuredRun) -> Table:
    """A row for each quantity and client, below the treatment with the first client."""
    columns: list[ItemColumn[ClientComparison]] = [
        words("Quantity", lambda item: item.quantity.words),
        words("Client", lambda item: str(item.treatment.settings.chosen_client)),
        words("Shown", lambda item: item.shown),
        number(
            "difference or ratio",
            lambda item: significant(item.difference.estimate if item.difference else None),
        ),
        number("corrected interval", lambda item: interval(*item.corrected_interval)),
        number("first client", lambda item: f"{significant(item.median)}{NO_BREAK}{item.quantity.unit}"),
        number("pairs", lambda item: str(item.difference.pairs) if item.difference else DASH),
    ]
    groups = grouped(client_comparisons(run), lambda item: full_name(item.reference)).items()
    caption = "Each client against the first"
    return grouped_table(
        "clients", caption, columns, groups, [NOTE], lambda item: semantics_look(item.treatment)
    )


def _build(run: MeasuredRun) -> ReportSection:
    return section("clients-section", "Clients", clients_table(run))


RECORD = SectionRecord("clients", lambda run: any(client_pairs(run.plan)), _build)

"""The clients of a run: each is compared with the first of them, in pairs of cells of the same blocks."""

from collections.abc import Iterator
from typing import NamedTuple

from include.matrix.plan import Plan, Treatment
from include.matrix.reference import differ_only_in
from include.rendering.table import ItemColumn, Table, grouped_table, number, words
from include.rendering.wording import DASH, NO_BREAK, interval, percent, significant
from include.report.grouping import grouped
from include.report.held_rates import held_rates
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.report.treatments.names import full_name, semantics_look
from include.report.treatments.pairs import Shown, TreatmentPair, compare_pairs, finding, pair
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


class ClientPair(NamedTuple):
    """A quantity of a treatment and of the same treatment with the first client of the run."""

    treatment: Treatment
    reference: Treatment
    quantity: Quantity

    @property
    def columns(self) -> TreatmentPair:
        """The column that is compared, of both treatments."""
        return pair(self.treatment, self.reference, self.quantity.column)


class ClientComparison(NamedTuple):
    """What pairs of cells show of two clients. ``not_compared`` is why nothing is computed of them."""

    of: ClientPair
    median: float | None
    """Of the first client."""
    difference: PairedDifference | None
    not_compared: str

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
        """The ends of the corrected interval; None with too few pairs, or if nothing is computed."""
        if self.difference is None:
            return None, None
        return self.difference.low_corrected, self.difference.high_corrected

    @property
    def _is_within_margin(self) -> bool:
        low, high = self.corrected_interval
        if low is None or high is None or self.median is None:
            return False
        if self.of.quantity.kind is Kind.RATIO:
            return low >= 1 / (1 + MARGIN) and high <= 1 + MARGIN
        return max(-low, high) <= MARGIN * self.median


def client_pairs(plan: Plan) -> Iterator[ClientPair]:
    """Yield the quantities of each treatment that an earlier one equals, apart from its client.

    Under a fault, and with fewer repetitions than an interval needs, clients are not compared.
    """
    if plan.experiment.repetitions < FEWEST_PAIRS:
        return
    treatments = [treatment for treatment in plan.treatments if not treatment.settings.is_disturbed]
    for position, treatment in enumerate(treatments):
        earlier = treatments[:position]
        reference = next((other for other in earlier if _differ_in_client(treatment, other)), None)
        if reference:
            for quantity in costs(treatment):
                yield ClientPair(treatment, reference, quantity)


def _differ_in_client(treatment: Treatment, other: Treatment) -> bool:
    is_other_client = treatment.settings.chosen_client != other.settings.chosen_client
    return is_other_client and differ_only_in({"client"}, treatment, other)


def client_comparisons(run: MeasuredRun) -> list[ClientComparison]:
    """Every comparison of clients, decided together."""
    reasons = [(item, _why_not_compared(run, item)) for item in client_pairs(run.plan)]
    differences = compare_pairs(run, [item.columns for item, reason in reasons if not reason])
    return [
        ClientComparison(item, _median(run, item), differences.get(item.columns), reason)
        for item, reason in reasons
    ]


def _why_not_compared(run: MeasuredRun, item: ClientPair) -> str:
    """Why a latency is not compared: one of the clients did not hold its rate."""
    if not item.quantity.is_latency:
        return ""
    reasons = (
        why_latency_not_compared(held_rates(run, treatment).tolist(), f"{treatment.settings.chosen_client}'s")
        for treatment in (item.treatment, item.reference)
    )
    return next(filter(None, reasons), "")


def _median(run: MeasuredRun, item: ClientPair) -> float | None:
    values = run.repetitions(item.reference.id, item.quantity.column)
    return float(values.median()) if len(values) else None


def clients_table(run: MeasuredRun) -> Table:
    """A row for each quantity and client, below the treatment with the first client."""
    columns: tuple[ItemColumn[ClientComparison], ...] = (
        words("Quantity", lambda item: item.of.quantity.words),
        words("Client", lambda item: str(item.of.treatment.settings.chosen_client)),
        words("Shown", lambda item: item.shown),
        number("difference or ratio", _estimate),
        number("corrected interval", lambda item: interval(*item.corrected_interval)),
        number("first client", lambda item: f"{significant(item.median)}{NO_BREAK}{item.of.quantity.unit}"),
        number("pairs", lambda item: str(item.difference.pairs) if item.difference else DASH),
    )
    groups = grouped(client_comparisons(run), lambda item: full_name(item.of.reference)).items()
    caption = "Each client against the first"
    return grouped_table(
        "clients", caption, columns, groups, (NOTE,), lambda item: semantics_look(item.of.treatment)
    )


def _estimate(item: ClientComparison) -> str:
    return significant(item.difference.estimate) if item.difference else DASH


def _build(run: MeasuredRun) -> ReportSection:
    return ReportSection("clients-section", "Clients", [clients_table(run)])


RECORD = SectionRecord("clients", lambda run: any(client_pairs(run.plan)), _build)

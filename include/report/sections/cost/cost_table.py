"""The table of costs: each treatment beside its reference, with both intervals."""

from collections.abc import Sequence

from include.matrix.plan import Plan, Treatment
from include.rendering.number_format import DASH, significant
from include.rendering.table import Column, Row, Table
from include.report.cost_differences import CostDifference
from include.report.cost_wording import figure
from include.report.treatments import row_groups, semantics_look, short_name
from include.verdicts.compared_quantities import Quantity
from include.verdicts.paired_differences import Kind

NOTE = (
    "Medians are over the valid cells; a difference or a ratio is the (for a ratio, geometric) mean over "
    "pairs of cells of the same block, or over the means of the starts of the brokers where there are "
    "several, without the lowest and the highest tenth where there are ten. It need not be the difference of "
    "the medians. In brackets is its 95% interval by itself; with a probability of at least 95% all "
    "corrected intervals contain the true value (Bonferroni). Both are Student's: from six pairs, no "
    "corrected interval can be computed that assumes no distribution."
)


def cost_table(plan: Plan, found: Sequence[CostDifference]) -> Table:
    """A row for each treatment and each reference, with columns for each quantity."""
    quantities = list(dict.fromkeys(one.quantity for one in found))
    columns = [Column("Treatment", numeric=False)]
    for quantity in quantities:
        title = f"{quantity.words}, {quantity.unit}"
        how = "difference" if quantity.kind is Kind.DIFFERENCE else "ratio"
        columns += [Column("median", title), Column(how, title), Column("corrected interval", title)]
    groups = row_groups(plan, lambda treatment: _row(treatment, found, quantities))
    return Table("cost-table", "Costs, beside the reference", tuple(columns), groups, (NOTE,))


def _row(treatment: Treatment, found: Sequence[CostDifference], quantities: Sequence[Quantity]) -> Row | None:
    own = {one.quantity: one for one in found if one.treatment is treatment}
    referred = {one.quantity: one for one in found if one.reference is treatment}
    if not own and not referred:
        return None
    cells = [short_name(treatment)]
    for quantity in quantities:
        cells += _cells(own.get(quantity)) if own else _reference_cells(referred.get(quantity))
    return Row(tuple(cells), semantics_look(treatment))


def _cells(one: CostDifference | None) -> list[str]:
    if one is None:
        return [DASH] * 3
    found, quantity = one.found, one.quantity
    if found.estimate is None:
        return [significant(one.value), DASH, DASH]
    low, high, low_corrected, high_corrected = (
        figure(end, quantity) for end in (found.low, found.high, found.low_corrected, found.high_corrected)
    )
    compared = f"{figure(found.estimate, quantity)} ({low} to {high})"
    return [significant(one.value), compared, f"{low_corrected} to {high_corrected}"]


def _reference_cells(one: CostDifference | None) -> list[str]:
    return [significant(one.reference_value) if one else DASH, "reference" if one else DASH, DASH]

"""Tables of treatments, with columns for medians and their intervals."""

from collections.abc import Callable, Iterable, Sequence

from include.kinds.metrics.registry import span_of
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import DASH, interval, significant
from include.report.treatments.names import dagger, semantics_look, short_name, treatments_by_context


def treatment_table(
    run: MeasuredRun,
    identity: str,
    caption: str,
    columns: Sequence[ItemColumn[Treatment]],
    notes: Iterable[str] = (),
    has_row: Callable[[Treatment], bool] = lambda _: True,
) -> Table:
    """A table of the treatments for which ``has_row`` is true, grouped by message size and other factors."""
    groups = (
        (context, filter(has_row, treatments))
        for context, treatments in treatments_by_context(run.plan).items()
    )
    return grouped_table(
        identity, caption, [words("Treatment", short_name), *columns], groups, notes, semantics_look
    )


def median_column(run: MeasuredRun, column: str, title: str, shared_title: str = "") -> ItemColumn[Treatment]:
    """The median of a column of ``results/cells``. A median that cannot be compared has a dagger."""

    def text(treatment: Treatment) -> str:
        median = run.median(treatment.id, column)
        return DASH if median is None else significant(median) + dagger(treatment, span_of(column))

    return number(title, text, shared_title)


def median_and_interval(
    run: MeasuredRun, column: str, title: str, shared_title: str = ""
) -> list[ItemColumn[Treatment]]:
    """Two columns: the median of a column of ``results/cells``, and the interval of the median."""

    def ends(treatment: Treatment) -> str:
        estimate = run.estimate(treatment.id, column)
        return interval(estimate.low, estimate.high) if estimate else DASH

    return [median_column(run, column, title, shared_title), number("95% interval", ends, shared_title)]

"""The metrics of this section, and the columns of tables that show them for each treatment."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate
from include.rendering.number_format import DASH, interval, significant
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.varied_settings import SettingGroup, treatment_groups, varied_names
from include.report.treatments import dagger, level_text, semantics_look, setting_title

CellText = Callable[[MeasuredRun, Treatment], str]
MetricColumn = tuple[Column, CellText]
"""A column, and the text of its cell for a treatment."""

MEDIAN_NOTE = "Medians over the valid repetitions."


@dataclass(frozen=True)
class ColumnMetric:
    """A metric of a span or, without one, of the whole cell, and the treatments to which it applies."""

    name: str
    span: Span | None = None
    applies: Callable[[Treatment], bool] = lambda _: True

    def estimate(self, run: MeasuredRun, treatment: Treatment) -> Estimate | None:
        """The median of a treatment; None where there is none, or where the metric does not apply."""
        return run.estimate(treatment.id, self.name, self.span) if self.applies(treatment) else None

    @property
    def column(self) -> str:
        """The metric's column in ``results/cells``."""
        return f"{self.span.column}_{self.name}" if self.span else self.name


def has_backlog(treatment: Treatment) -> bool:
    """Whether consumers begin when all messages have been sent."""
    return treatment.settings.has_backlog


def has_no_backlog(treatment: Treatment) -> bool:
    """Whether messages are received while others are sent."""
    return not has_backlog(treatment)


SENT_RATE = ColumnMetric("rate", Span.PRODUCER_BROKER)
MESSAGES_PER_REQUEST = ColumnMetric("produced_per_request")
BROKER_CPU = ColumnMetric("broker_cpu_time")
RECEIVED_RATE = ColumnMetric("rate", Span.PRODUCER_CONSUMER, has_no_backlog)
READ_RATE = ColumnMetric("consumption_rate", applies=has_backlog)
"""Only with a backlog: otherwise consumers cannot read faster than the producer sends."""
THROUGHPUT = ColumnMetric("throughput", Span.PRODUCER_BROKER)
ACKNOWLEDGED = ColumnMetric("latency_p50", Span.PRODUCER_BROKER)
TRANSMITTED = ColumnMetric("transmitted_bytes")


def median_column(metric: ColumnMetric, title: str, shared_title: str = "") -> MetricColumn:
    """A column of medians, marked where they cannot be compared."""

    def text(run: MeasuredRun, treatment: Treatment) -> str:
        found = metric.estimate(run, treatment)
        return significant(found.median) + dagger(treatment, metric.span) if found else DASH

    return Column(title, shared_title), text


def interval_column(metric: ColumnMetric, shared_title: str = "") -> MetricColumn:
    """A column of the medians' intervals."""

    def text(run: MeasuredRun, treatment: Treatment) -> str:
        found = metric.estimate(run, treatment)
        return interval(found.low, found.high) if found else DASH

    return Column("95% interval", shared_title), text


def published_columns(
    metric: ColumnMetric, figure: Callable[[Treatment], float | None], shared_title: str = ""
) -> list[MetricColumn]:
    """A column of published figures, and one of the ratios of the medians to these."""

    def text(_run: MeasuredRun, treatment: Treatment) -> str:
        return significant(figure(treatment)) if metric.applies(treatment) else DASH

    def ratio(run: MeasuredRun, treatment: Treatment) -> str:
        found, published = metric.estimate(run, treatment), figure(treatment)
        return significant(found.median / published) if found and published else DASH

    return [(Column("published", shared_title), text), (Column("ratio to it", shared_title), ratio)]


def setting_table(
    run: MeasuredRun,
    settings: SettingGroup,
    caption: str,
    columns: Sequence[MetricColumn],
    notes: Sequence[str] = (),
) -> Table:
    """A row for each treatment in which these settings vary, grouped by the other settings that differ."""
    treatments = settings.treatments(run.plan)
    names = varied_names(settings, treatments)
    groups = tuple(
        RowGroup(tuple(_row(run, one, names, columns) for one in group.treatments), group.name)
        for group in treatment_groups(settings, treatments)
    )
    titles = (*(_level_column(name, treatments) for name in names), *(column for column, _ in columns))
    return Table(settings.id, caption, titles, groups, (MEDIAN_NOTE, *notes))


def _level_column(name: str, treatments: Sequence[Treatment]) -> Column:
    is_numeric = any(isinstance(getattr(one.settings, name), int | float) for one in treatments)
    return Column(setting_title(name), numeric=is_numeric)


def _row(
    run: MeasuredRun, treatment: Treatment, names: Sequence[str], columns: Sequence[MetricColumn]
) -> Row:
    levels = (level_text(getattr(treatment.settings, name)) for name in names)
    return Row((*levels, *(text(run, treatment) for _, text in columns)), semantics_look(treatment))

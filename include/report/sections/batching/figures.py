"""The figures of a treatment, as columns of a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate
from include.rendering.number_format import DASH, interval, significant
from include.rendering.table import Column, Group, Row, Table
from include.report.run import Run
from include.report.sections.batching.varied_settings import Topic, together, varied
from include.report.treatments import dagger, level_text, semantics_look, setting_title

Text = Callable[[Run, Treatment], str]
Figure = tuple[Column, Text]

MEDIAN_NOTE = "Medians over the repetitions."


@dataclass(frozen=True)
class Metric:
    """What is measured: of a span or, without one, of the whole cell; ``applies``: of which treatments."""

    name: str
    span: Span | None = None
    applies: Callable[[Treatment], bool] = lambda _: True

    def of(self, run: Run, treatment: Treatment) -> Estimate | None:
        """Its median; None where there is none, or it means nothing."""
        return run.estimate(treatment.id, self.name, self.span) if self.applies(treatment) else None

    def column(self, run: Run, treatment: Treatment) -> "pd.Series[float]":
        """Every repetition's value, by block."""
        name = f"{self.span.column}_{self.name}" if self.span else self.name
        return run.repetitions(treatment.id, name)


def has_backlog(treatment: Treatment) -> bool:
    """Whether consumers begin when all has been sent."""
    return treatment.settings.has_backlog


def has_none(treatment: Treatment) -> bool:
    """Whether messages are received as they are sent."""
    return not treatment.settings.has_backlog


SENT_RATE = Metric("rate", Span.PRODUCER_BROKER)
CARRIED = Metric("produced_per_request")
CPU = Metric("broker_cpu_time")
RECEIVED_RATE = Metric("rate", Span.PRODUCER_CONSUMER, has_none)
READ_RATE = Metric("consumption_rate", applies=has_backlog)
"""Where consumers read alone; otherwise they can't read faster than somebody sends."""


def median(metric: Metric, title: str, over: str = "") -> Figure:
    """The median, marked where it is not comparable."""

    def text(run: Run, treatment: Treatment) -> str:
        found = metric.of(run, treatment)
        return significant(found.median) + dagger(treatment, metric.span) if found else DASH

    return Column(title, over), text


def median_interval(metric: Metric, over: str = "") -> Figure:
    """The interval that the median lies in."""

    def text(run: Run, treatment: Treatment) -> str:
        found = metric.of(run, treatment)
        return interval(found.low, found.high) if found else DASH

    return Column("95% interval", over), text


def published(metric: Metric, figure: Callable[[Treatment], float | None], over: str = "") -> list[Figure]:
    """What was published of the same, and the ratio to it; both empty where nothing was."""

    def text(_run: Run, treatment: Treatment) -> str:
        return significant(figure(treatment)) if metric.applies(treatment) else DASH

    def ratio(run: Run, treatment: Treatment) -> str:
        found, told = metric.of(run, treatment), figure(treatment)
        return significant(found.median / told) if found and told else DASH

    return [(Column("published", over), text), (Column("ratio to it", over), ratio)]


def topic_table(
    run: Run, topic: Topic, caption: str, figures: Sequence[Figure], notes: Sequence[str] = ()
) -> Table:
    """A row for each of the topic's treatments, grouped by whatever else they differ in."""
    treatments = topic.treatments(run.plan)
    names = varied(topic, treatments)
    columns = (*(_levels(name, treatments) for name in names), *(column for column, _ in figures))
    groups = tuple(
        Group(tuple(_row(run, one, names, figures) for one in own.treatments), own.beside)
        for own in together(topic, treatments)
    )
    return Table(topic.id, caption, columns, groups, (MEDIAN_NOTE, *notes))


def _levels(name: str, treatments: Sequence[Treatment]) -> Column:
    is_numeric = any(isinstance(getattr(one.settings, name), int | float) for one in treatments)
    return Column(setting_title(name), numeric=is_numeric)


def _row(run: Run, treatment: Treatment, names: Sequence[str], figures: Sequence[Figure]) -> Row:
    levels = (level_text(getattr(treatment.settings, name)) for name in names)
    return Row((*levels, *(text(run, treatment) for _, text in figures)), semantics_look(treatment))

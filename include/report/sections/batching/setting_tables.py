"""A table for each group of settings that is varied."""

from collections.abc import Callable, Sequence

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, significant
from include.rendering.table import Column, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.metrics import (
    ACKNOWLEDGED,
    BROKER_CPU,
    MESSAGES_PER_REQUEST,
    READ_RATE,
    RECEIVED_RATE,
    SENT_RATE,
    THROUGHPUT,
    TRANSMITTED,
    has_no_backlog,
)
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.varied_settings import (
    BATCHES,
    CODECS,
    FETCHES,
    LINGER,
    SettingGroup,
    treatment_groups,
    varied_names,
)
from include.report.tables import ItemColumn, grouped_table, median_and_interval, median_column, number
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import dagger_notes, level_text, semantics_look, setting_title

MEDIAN_NOTE = "Medians over the valid repetitions."
PER_REQUEST_NOTE = "Messages in a request: messages divided by requests, both as the client counts them."
FETCHED_NOTE = (
    "A fetch that returns no message counts too, from about the first message until the last message."
)
BYTES_NOTE = (
    "MiB are those of the messages before compression. Transmitted bytes are compressed, and include "
    "protocol headers."
)

PRODUCER_RATE, END_TO_END = "producer's rate", "end to end, ms"
CPU_TITLE = "CPU of brokers, µs/message"
LATENCY_P50 = TreatmentMetric("latency_p50", Span.PRODUCER_CONSUMER, has_no_backlog)
LATENCY_P99 = TreatmentMetric("latency_p99", Span.PRODUCER_CONSUMER, has_no_backlog)


def setting_tables(run: MeasuredRun, rates: PublishedRates) -> list[Table]:
    """The tables about batches, fetches, linger times and codecs; without rows where they are not varied."""
    return [_batches(run, rates), _fetches(run, rates), _linger(run), _codecs(run)]


def _batches(run: MeasuredRun, rates: PublishedRates) -> Table:
    columns = [
        median_column(run, MESSAGES_PER_REQUEST, "messages in a request"),
        *median_and_interval(run, SENT_RATE, "messages/s", PRODUCER_RATE),
        *_published_columns(run, SENT_RATE, rates.sent, PRODUCER_RATE),
        median_column(run, THROUGHPUT, "MiB/s", PRODUCER_RATE),
        median_column(run, RECEIVED_RATE, "messages/s", "until received"),
        median_column(run, BROKER_CPU, CPU_TITLE),
    ]
    caption = "Rates by the limit of messages in a request"
    return _setting_table(run, BATCHES, caption, columns, _notes(run, BATCHES))


def _fetches(run: MeasuredRun, rates: PublishedRates) -> Table:
    reading = "rate of reading a backlog"
    columns = [
        median_column(run, TreatmentMetric("fetched_per_request"), "messages in a fetch"),
        *median_and_interval(run, READ_RATE, "messages/s", reading),
        *_published_columns(run, READ_RATE, rates.read, reading),
        median_column(run, LATENCY_P50, "p50", END_TO_END),
        median_column(run, LATENCY_P99, "p99", END_TO_END),
        median_column(run, BROKER_CPU, CPU_TITLE),
    ]
    return _setting_table(run, FETCHES, "Consumers by their fetch settings", columns, [FETCHED_NOTE])


def _linger(run: MeasuredRun) -> Table:
    acknowledged = "acknowledged, ms"
    columns = [
        median_column(run, MESSAGES_PER_REQUEST, "messages in a request"),
        median_column(run, SENT_RATE, "messages/s"),
        *median_and_interval(run, ACKNOWLEDGED, "p50", acknowledged),
        median_column(run, TreatmentMetric("latency_p99", Span.PRODUCER_BROKER), "p99", acknowledged),
        median_column(run, LATENCY_P50, "p50", END_TO_END),
        median_column(run, LATENCY_P99, "p99", END_TO_END),
        median_column(run, BROKER_CPU, CPU_TITLE),
    ]
    return _setting_table(run, LINGER, "The effects of lingering", columns, _notes(run, LINGER))


def _codecs(run: MeasuredRun) -> Table:
    received = TreatmentMetric("throughput", Span.PRODUCER_CONSUMER, has_no_backlog)
    columns = [
        median_column(run, TRANSMITTED, "transmitted, B/message"),
        median_column(run, MESSAGES_PER_REQUEST, "messages in a request"),
        median_column(run, SENT_RATE, "messages/s", PRODUCER_RATE),
        *median_and_interval(run, THROUGHPUT, "MiB/s", PRODUCER_RATE),
        median_column(run, received, "MiB/s", "until received"),
        median_column(run, BROKER_CPU, CPU_TITLE),
    ]
    return _setting_table(run, CODECS, "Compression", columns, [BYTES_NOTE, *_notes(run, CODECS)])


def _notes(run: MeasuredRun, settings: SettingGroup) -> list[str]:
    return [PER_REQUEST_NOTE, *dagger_notes(settings.treatments(run.plan))]


def _setting_table(
    run: MeasuredRun,
    settings: SettingGroup,
    caption: str,
    columns: Sequence[ItemColumn[Treatment]],
    notes: Sequence[str] = (),
) -> Table:
    """A row for each treatment in which these settings vary, grouped by the other settings that differ."""
    treatments = settings.treatments(run.plan)
    levels = [_level_column(name, treatments) for name in varied_names(settings, treatments)]
    groups = ((group.name, group.treatments) for group in treatment_groups(settings, treatments))
    return grouped_table(
        settings.id, caption, [*levels, *columns], groups, [MEDIAN_NOTE, *notes], semantics_look
    )


def _level_column(name: str, treatments: Sequence[Treatment]) -> ItemColumn[Treatment]:
    is_numeric = any(isinstance(getattr(treatment.settings, name), int | float) for treatment in treatments)
    column = Column(setting_title(name), numeric=is_numeric)
    return column, lambda treatment: level_text(getattr(treatment.settings, name))


def _published_columns(
    run: MeasuredRun,
    metric: TreatmentMetric,
    figure: Callable[[Treatment], float | None],
    shared_title: str = "",
) -> list[ItemColumn[Treatment]]:
    """A column of published figures, and one of the ratios of the medians to these."""

    def text(treatment: Treatment) -> str:
        return significant(figure(treatment)) if metric.applies(treatment) else DASH

    def ratio(treatment: Treatment) -> str:
        median, published = metric.median(run, treatment), figure(treatment)
        return DASH if median is None or not published else significant(median / published)

    return [number("published", text, shared_title), number("ratio to it", ratio, shared_title)]

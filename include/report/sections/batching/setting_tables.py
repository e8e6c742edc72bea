"""A table for each group of settings that is varied."""

from collections.abc import Callable, Sequence
from functools import partial

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, significant
from include.rendering.table import Table
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.speedups import PublishedRates
from include.report.sections.batching.varied_settings import (
    ACKNOWLEDGED,
    BATCHES,
    BROKER_CPU,
    CODECS,
    FETCHES,
    LINGER,
    MESSAGES_PER_REQUEST,
    READ_RATE,
    RECEIVED_RATE,
    SENT_RATE,
    THROUGHPUT,
    TRANSMITTED,
    SettingGroup,
    has_no_backlog,
    treatment_groups,
    varied_names,
)
from include.report.tables import (
    ItemColumn,
    grouped_table,
    median_and_interval,
    median_column,
    number,
    words,
)
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

PRODUCER_RATE, READING = "producer's rate", "rate of reading a backlog"
END_TO_END, CPU_TITLE = "end to end, ms", "CPU of brokers, µs/message"
LATENCY_P50 = TreatmentMetric("latency_p50", Span.PRODUCER_CONSUMER, has_no_backlog)
LATENCY_P99 = TreatmentMetric("latency_p99", Span.PRODUCER_CONSUMER, has_no_backlog)
RECEIVED_THROUGHPUT = TreatmentMetric("throughput", Span.PRODUCER_CONSUMER, has_no_backlog)


def setting_tables(run: MeasuredRun, rates: PublishedRates) -> list[Table]:
    """The tables about batches, fetches, linger times and codecs; without rows where they are not varied."""
    median, median_with_interval = partial(median_column, run), partial(median_and_interval, run)
    messages, cpu = median(MESSAGES_PER_REQUEST, "messages in a request"), median(BROKER_CPU, CPU_TITLE)
    end_to_end = [median(LATENCY_P50, "p50", END_TO_END), median(LATENCY_P99, "p99", END_TO_END)]
    batches = [
        messages,
        *median_with_interval(SENT_RATE, "messages/s", PRODUCER_RATE),
        *_published_columns(run, SENT_RATE, rates.sent, PRODUCER_RATE),
        median(THROUGHPUT, "MiB/s", PRODUCER_RATE),
        median(RECEIVED_RATE, "messages/s", "until received"),
        cpu,
    ]
    fetches = [
        median(TreatmentMetric("fetched_per_request"), "messages in a fetch"),
        *median_with_interval(READ_RATE, "messages/s", READING),
        *_published_columns(run, READ_RATE, rates.read, READING),
        *end_to_end,
        cpu,
    ]
    lingers = [
        messages,
        median(SENT_RATE, "messages/s"),
        *median_with_interval(ACKNOWLEDGED, "p50", "acknowledged, ms"),
        median(TreatmentMetric("latency_p99", Span.PRODUCER_BROKER), "p99", "acknowledged, ms"),
        *end_to_end,
        cpu,
    ]
    codecs = [
        median(TRANSMITTED, "transmitted, B/message"),
        messages,
        median(SENT_RATE, "messages/s", PRODUCER_RATE),
        *median_with_interval(THROUGHPUT, "MiB/s", PRODUCER_RATE),
        median(RECEIVED_THROUGHPUT, "MiB/s", "until received"),
        cpu,
    ]
    return [
        _setting_table(
            run, BATCHES, "Rates by the limit of messages in a request", batches, PER_REQUEST_NOTE
        ),
        _setting_table(run, FETCHES, "Consumers by their fetch settings", fetches, FETCHED_NOTE),
        _setting_table(run, LINGER, "The effects of lingering", lingers, PER_REQUEST_NOTE),
        _setting_table(run, CODECS, "Compression", codecs, BYTES_NOTE, PER_REQUEST_NOTE),
    ]


def _setting_table(
    run: MeasuredRun,
    settings: SettingGroup,
    caption: str,
    columns: Sequence[ItemColumn[Treatment]],
    *notes: str,
) -> Table:
    """A row for each treatment in which these settings vary, grouped by the other settings that differ."""
    treatments = settings.treatments(run.plan)
    levels = [_level_column(name, treatments) for name in varied_names(settings, treatments)]
    groups = treatment_groups(settings, treatments).items()
    all_notes = [MEDIAN_NOTE, *notes, *(dagger_notes(treatments) if PER_REQUEST_NOTE in notes else [])]
    return grouped_table(settings.id, caption, [*levels, *columns], groups, all_notes, semantics_look)


def _level_column(name: str, treatments: Sequence[Treatment]) -> ItemColumn[Treatment]:
    is_numeric = any(isinstance(getattr(treatment.settings, name), int | float) for treatment in treatments)
    column = number if is_numeric else words
    return column(setting_title(name), lambda treatment: level_text(getattr(treatment.settings, name)))


def _published_columns(
    run: MeasuredRun,
    metric: TreatmentMetric,
    figure: Callable[[Treatment], float | None],
    shared_title: str,
) -> list[ItemColumn[Treatment]]:
    """A column of published figures, and one of the ratios of the medians to these."""

    def text(treatment: Treatment) -> str:
        return significant(figure(treatment)) if metric.applies(treatment) else DASH

    def ratio(treatment: Treatment) -> str:
        median, published = metric.median(run, treatment), figure(treatment)
        return DASH if median is None or not published else significant(median / published)

    return [number("published", text, shared_title), number("ratio to it", ratio, shared_title)]

"""A table for each group of settings that is varied."""

from include.metrics.registry import Span
from include.rendering.table import Table
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.metric_columns import (
    ACKNOWLEDGED,
    BROKER_CPU,
    MESSAGES_PER_REQUEST,
    READ_RATE,
    RECEIVED_RATE,
    SENT_RATE,
    THROUGHPUT,
    TRANSMITTED,
    ColumnMetric,
    has_no_backlog,
    interval_column,
    median_column,
    published_columns,
    setting_table,
)
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.varied_settings import (
    BATCHES,
    CODECS,
    FETCHES,
    LINGER,
    SettingGroup,
)
from include.report.treatments import dagger_notes

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
LATENCY_P50 = ColumnMetric("latency_p50", Span.PRODUCER_CONSUMER, has_no_backlog)
LATENCY_P99 = ColumnMetric("latency_p99", Span.PRODUCER_CONSUMER, has_no_backlog)


def setting_tables(run: MeasuredRun, rates: PublishedRates) -> list[Table]:
    """The tables about batches, fetches, linger times and codecs; without rows where they are not varied."""
    return [_batches(run, rates), _fetches(run, rates), _linger(run), _codecs(run)]


def _batches(run: MeasuredRun, rates: PublishedRates) -> Table:
    columns = [
        median_column(MESSAGES_PER_REQUEST, "messages in a request"),
        median_column(SENT_RATE, "messages/s", PRODUCER_RATE),
        interval_column(SENT_RATE, PRODUCER_RATE),
        *published_columns(SENT_RATE, rates.sent, PRODUCER_RATE),
        median_column(THROUGHPUT, "MiB/s", PRODUCER_RATE),
        median_column(RECEIVED_RATE, "messages/s", "until received"),
        median_column(BROKER_CPU, CPU_TITLE),
    ]
    caption = "Rates by the limit of messages in a request"
    return setting_table(run, BATCHES, caption, columns, _notes(run, BATCHES))


def _fetches(run: MeasuredRun, rates: PublishedRates) -> Table:
    reading = "rate of reading a backlog"
    columns = [
        median_column(ColumnMetric("fetched_per_request"), "messages in a fetch"),
        median_column(READ_RATE, "messages/s", reading),
        interval_column(READ_RATE, reading),
        *published_columns(READ_RATE, rates.read, reading),
        median_column(LATENCY_P50, "p50", END_TO_END),
        median_column(LATENCY_P99, "p99", END_TO_END),
        median_column(BROKER_CPU, CPU_TITLE),
    ]
    return setting_table(run, FETCHES, "Consumers by their fetch settings", columns, [FETCHED_NOTE])


def _linger(run: MeasuredRun) -> Table:
    acknowledged = "acknowledged, ms"
    columns = [
        median_column(MESSAGES_PER_REQUEST, "messages in a request"),
        median_column(SENT_RATE, "messages/s"),
        median_column(ACKNOWLEDGED, "p50", acknowledged),
        interval_column(ACKNOWLEDGED, acknowledged),
        median_column(ColumnMetric("latency_p99", Span.PRODUCER_BROKER), "p99", acknowledged),
        median_column(LATENCY_P50, "p50", END_TO_END),
        median_column(LATENCY_P99, "p99", END_TO_END),
        median_column(BROKER_CPU, CPU_TITLE),
    ]
    return setting_table(run, LINGER, "The effects of lingering", columns, _notes(run, LINGER))


def _codecs(run: MeasuredRun) -> Table:
    received = ColumnMetric("throughput", Span.PRODUCER_CONSUMER, has_no_backlog)
    columns = [
        median_column(TRANSMITTED, "transmitted, B/message"),
        median_column(MESSAGES_PER_REQUEST, "messages in a request"),
        median_column(SENT_RATE, "messages/s", PRODUCER_RATE),
        median_column(THROUGHPUT, "MiB/s", PRODUCER_RATE),
        interval_column(THROUGHPUT, PRODUCER_RATE),
        median_column(received, "MiB/s", "until received"),
        median_column(BROKER_CPU, CPU_TITLE),
    ]
    return setting_table(run, CODECS, "Compression", columns, [BYTES_NOTE, *_notes(run, CODECS)])


def _notes(run: MeasuredRun, settings: SettingGroup) -> list[str]:
    return [PER_REQUEST_NOTE, *dagger_notes(settings.treatments(run.plan))]

"""The section of a report about batches: rates against what requests carry, linger, codecs and fetches."""

from include.metrics.registry import Span
from include.rendering.chart import Chart
from include.rendering.table import Table
from include.report.run import Run
from include.report.section import Section
from include.report.sections.batching.chart import rate_chart
from include.report.sections.batching.figures import (
    CARRIED,
    CPU,
    READ_RATE,
    RECEIVED_RATE,
    SENT_RATE,
    Metric,
    has_none,
    median,
    median_interval,
    published,
    topic_table,
)
from include.report.sections.batching.findings import ACKNOWLEDGED, THROUGHPUT, TRANSMITTED, findings
from include.report.sections.batching.published import PublishedRates, published_rates
from include.report.sections.batching.reproduced import reproduction
from include.report.sections.batching.speedups import gain_table, gains
from include.report.sections.batching.varied_settings import (
    BATCHES,
    CODECS,
    FETCHES,
    LINGER,
    Topic,
    is_about_batches,
    together,
)
from include.report.sections.cost.charts import Rows, Subject, row_chart
from include.report.treatments import DAGGER_NOTE, acknowledges_itself
from include.scenarios.kafka_client_settings import kafka_settings

CARRIED_NOTE = "Carried: messages by requests, both as the client counts them."
FETCHED_NOTE = "A fetch that waits in vain counts too, from about the first message to the last."
BYTES_NOTE = "MiB of messages as they were before compression. Transmitted: with all that goes around them."


def batching(run: Run) -> Section | None:
    """The section of a run that varies batches, linger, compression or fetches, and nothing but them."""
    if not is_about_batches(run.plan) or run.cells.empty:
        return None
    rates = published_rates()
    found = gains(run, rates)
    return Section(
        id="batching",
        title="Batches",
        answer=findings(run, rates, found),
        paragraphs=[*([rates.source] if _is_published(run, rates) else []), *reproduction(run, rates, found)],
        tables=[_batches(run, rates), gain_table(found), _fetches(run, rates), _linger(run), _codecs(run)],
        charts=[chart for chart in (rate_chart(run, rates), _codec_chart(run)) if chart],
    )


def _is_published(run: Run, rates: PublishedRates) -> bool:
    """Whether anything of the plan's stands beside a published figure."""
    read = [one for one in FETCHES.treatments(run.plan) if READ_RATE.applies(one)]
    return any(map(rates.sent, BATCHES.treatments(run.plan))) or any(map(rates.read, read))


def _batches(run: Run, rates: PublishedRates) -> Table:
    over = "producer's rate"
    figures = [
        median(CARRIED, "carried"),
        median(SENT_RATE, "messages/s", over),
        median_interval(SENT_RATE, over),
        *published(SENT_RATE, rates.sent, over),
        median(THROUGHPUT, "MiB/s", over),
        median(RECEIVED_RATE, "messages/s", "until received"),
        median(CPU, "CPU of brokers, µs/message"),
    ]
    return topic_table(run, BATCHES, "Rates by the most messages of a request", figures, _notes(run, BATCHES))


def _fetches(run: Run, rates: PublishedRates) -> Table:
    read, latency = "a backlog is read at", "end to end, ms"
    figures = [
        median(Metric("fetched_per_request"), "messages in a fetch"),
        median(READ_RATE, "messages/s", read),
        median_interval(READ_RATE, read),
        *published(READ_RATE, rates.read, read),
        median(Metric("latency_p50", Span.PRODUCER_CONSUMER, has_none), "p50", latency),
        median(Metric("latency_p99", Span.PRODUCER_CONSUMER, has_none), "p99", latency),
        median(CPU, "CPU of brokers, µs/message"),
    ]
    return topic_table(run, FETCHES, "Consumers by what they fetch", figures, [FETCHED_NOTE])


def _linger(run: Run) -> Table:
    acknowledged, received = "acknowledged, ms", "end to end, ms"
    figures = [
        median(CARRIED, "carried"),
        median(SENT_RATE, "messages/s"),
        median(ACKNOWLEDGED, "p50", acknowledged),
        median_interval(ACKNOWLEDGED, acknowledged),
        median(Metric("latency_p99", Span.PRODUCER_BROKER), "p99", acknowledged),
        median(Metric("latency_p50", Span.PRODUCER_CONSUMER, has_none), "p50", received),
        median(Metric("latency_p99", Span.PRODUCER_CONSUMER, has_none), "p99", received),
        median(CPU, "CPU of brokers, µs/message"),
    ]
    return topic_table(run, LINGER, "What lingering costs and brings", figures, _notes(run, LINGER))


def _codecs(run: Run) -> Table:
    over = "producer's rate"
    figures = [
        median(TRANSMITTED, "transmitted, B/message"),
        median(CARRIED, "carried"),
        median(SENT_RATE, "messages/s", over),
        median(THROUGHPUT, "MiB/s", over),
        median_interval(THROUGHPUT, over),
        median(Metric("throughput", Span.PRODUCER_CONSUMER, has_none), "MiB/s", "until received"),
        median(CPU, "CPU of brokers, µs/message"),
    ]
    return topic_table(run, CODECS, "Compression", figures, [BYTES_NOTE, *_notes(run, CODECS)])


def _notes(run: Run, topic: Topic) -> list[str]:
    marked = any(map(acknowledges_itself, topic.treatments(run.plan)))
    return [CARRIED_NOTE, *([DAGGER_NOTE] if marked else [])]


def _codec_chart(run: Run) -> Chart | None:
    panels = {own.beside: own.treatments for own in together(CODECS, CODECS.treatments(run.plan))}
    rows = Rows(panels, lambda treatment: str(kafka_settings(treatment.settings).compression))
    subject = Subject(Span.PRODUCER_BROKER, "throughput", "throughput by codec", "MiB/s", logarithmic=False)
    return row_chart("chart-codecs", run, subject, rows) if rows.values(run, subject) else None

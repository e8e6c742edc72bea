"""Measure latency and throughput from the producer to the broker and to the consumer."""

import numpy as np

from include.kinds.metrics.registry import Span
from include.rawlog.schemas import Outcome
from include.spark_jobs.measures.array_types import Flags, Numbers
from include.spark_jobs.measures.event_times_and_rates import rate
from include.spark_jobs.measures.rawcell import Metrics, RawCell, is_word, numbers

MEBIBYTE = 1024 * 1024
PERCENTILES = {"p50": 50, "p90": 90, "p95": 95, "p99": 99, "p999": 99.9, "max": 100}


def measures(cell: RawCell) -> Metrics:
    """The metrics of the family, by column."""
    return {**_acknowledgements(cell), **_receipts(cell)}


def _acknowledgements(cell: RawCell) -> Metrics:
    rows = cell.sent.select(["id", "created_ns", "acked_ns", "outcome"]).drop_null()
    acked = is_word(rows["outcome"], Outcome.ACKED)
    ids, created_ns, acked_ns = (numbers(rows[column])[acked] for column in ("id", "created_ns", "acked_ns"))
    return _columns(Span.PRODUCER_BROKER, cell, created_ns, acked_ns, cell.is_timed(ids))


def _receipts(cell: RawCell) -> Metrics:
    messages = cell.messages[cell.receipts]
    created_ns, received_ns = cell.created_ns[messages], cell.deliveries.received_ns[cell.receipts]
    return _columns(Span.PRODUCER_CONSUMER, cell, created_ns, received_ns, cell.timed[messages])


def _columns(span: Span, cell: RawCell, created_ns: Numbers, seen_ns: Numbers, is_timed: Flags) -> Metrics:
    message_bytes = cell.settings.message_bytes
    metrics: Metrics = {**of_span(created_ns[is_timed], seen_ns[is_timed], cell.load_began_ns, message_bytes)}
    if cell.lead_in_messages:
        metrics["latency_p99_with_lead_in"] = latency_statistics(seen_ns - created_ns)["p99"]
    return {span.column_of(metric): value for metric, value in metrics.items()}


def of_span(
    created_ns: Numbers, seen_ns: Numbers, first_created: int, message_bytes: int
) -> dict[str, float]:
    """All metrics of one span, by name. Only timed messages count.

    Args:
        created_ns: When each message was created, in ns.
        seen_ns: When each message was acknowledged, or first received, in ns.
        first_created: When the first timed message was created, in ns, even if this message was lost.
        message_bytes: The size of every message.
    """
    latencies = seen_ns - created_ns
    seconds = (int(seen_ns.max()) - first_created) / 1e9 if seen_ns.size else float("nan")
    return {
        **{f"latency_{which}": value for which, value in latency_statistics(latencies).items()},
        "throughput": rate(seen_ns.size, seconds) * message_bytes / MEBIBYTE,
        "rate": rate(seen_ns.size, seconds),
        "total_time": seconds,
        "negative_latencies": int(np.count_nonzero(latencies < 0)),
    }


def latency_statistics(latencies: Numbers) -> dict[str, float]:
    """Mean, percentiles and maximum in ms, from latencies in ns; NaN without latencies.

    The percentiles are exact, and interpolated linearly between order statistics.
    """
    if not latencies.size:
        return dict.fromkeys(("mean", *PERCENTILES), float("nan"))
    # Sorted first, because sorting integers is vectorised and selecting several of them is not.
    percentiles = np.percentile(np.sort(latencies), list(PERCENTILES.values())) / 1e6
    mean = float(latencies.mean()) / 1e6
    return {"mean": mean, **dict(zip(PERCENTILES, percentiles.tolist(), strict=True))}

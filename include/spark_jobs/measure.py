"""What is measured in a cell: a pure function a metric, on columns of the raw log.

Times and latencies come in as int64 nanoseconds; what comes out is in the unit that
``include.metrics.registry`` names. A metric of nothing is NaN. ``messages`` stands for rows of the sent log,
which lie in the order of sending; ``deliveries`` for rows of the received log in the order of receipt.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from include.metrics.registry import LATENCIES
from include.rawlog.schemas import NEVER_SENT

Numbers = NDArray[np.signedinteger]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]

MEBIBYTE = 1024 * 1024
PERCENTILES = {"p50": 50, "p90": 90, "p95": 95, "p99": 99, "p999": 99.9, "max": 100}


@dataclass(frozen=True)
class Places:
    """Places in the log: partitions and offsets, shape (n,) both."""

    partitions: Numbers
    offsets: Numbers

    @property
    def keys(self) -> Numbers:
        """A number for each, by which it is compared: partitions lie further apart than any offset."""
        return self.partitions.astype(np.int64) * 2**44 + self.offsets


# The latencies of a span.


def latency_mean(latencies: Numbers) -> float:
    """Arithmetic mean, ms."""
    return float(latencies.mean()) / 1e6 if latencies.size else float("nan")


def latency_percentiles(latencies: Numbers) -> dict[str, float]:
    """Exact percentiles, ms, interpolated linearly between order statistics; ``max`` is the hundredth."""
    if not latencies.size:
        return dict.fromkeys(PERCENTILES, float("nan"))
    # Sorted first, because sorting integers is vectorised and selecting several of them is not.
    found = np.percentile(np.sort(latencies), list(PERCENTILES.values())) / 1e6
    return dict(zip(PERCENTILES, found.tolist(), strict=True))


def negative_latencies(latencies: Numbers) -> int:
    """Messages that seem to have arrived before they were created: a clock is wrong somewhere."""
    return int(np.count_nonzero(latencies < 0))


def total_time(first_created: int, last_seen: int) -> float:
    """Seconds from the creation of the cell's first message to the span's last event."""
    return (last_seen - first_created) / 1e9


def rate(messages: int, seconds: float) -> float:
    """Messages per second of the total time."""
    return messages / seconds if seconds > 0 else float("nan")


def rate_between(seen: Numbers) -> float:
    """Events per second between the first and the last of them."""
    seconds = (int(seen.max()) - int(seen.min())) / 1e9 if seen.size else 0.0
    return rate(seen.size - 1, seconds)


def throughput(messages: int, message_bytes: int, seconds: float) -> float:
    """MiB of message values per second of the total time."""
    return rate(messages, seconds) * message_bytes / MEBIBYTE


def span(created: Numbers, seen: Numbers, first_created: int, message_bytes: int) -> dict[str, float]:
    """All metrics of one span, by name.

    ``created`` and ``seen`` are a message's creation and its acknowledgement or first receipt;
    ``first_created`` is when the first message of the cell was created, whatever became of it.
    """
    latencies = seen - created
    seconds = total_time(first_created, int(seen.max())) if seen.size else float("nan")
    latency = {"mean": latency_mean(latencies), **latency_percentiles(latencies)}
    return {
        **{f"latency_{which}": latency[which] for which in LATENCIES},
        "throughput": throughput(seen.size, message_bytes, seconds),
        "rate": rate(seen.size, seconds),
        "total_time": seconds,
        "negative_latencies": negative_latencies(latencies),
    }


# What became of the messages.


def order_of_receipt(received: Numbers, consumers: Numbers) -> Indices | slice:
    """Where the deliveries stand when all consumers' rows are put in one order of receipt.

    A consumer's own rows already lie in its order, and stay so whatever their times say; the rows of
    several consumers are merged by time.
    """
    if not consumers.size or (consumers == consumers[0]).all():
        return slice(None)
    times = received.copy()
    for consumer in np.unique(consumers):
        own = consumers == consumer
        times[own] = np.maximum.accumulate(times[own])
    return np.argsort(times, kind="stable")


def messages_of(deliveries: Numbers, sent: Numbers) -> Indices:
    """The message of each delivery, as its row in the sent log; ``NEVER_SENT`` where there is none.

    Both arguments are ids. An id that was sent twice stands for the first of its rows.
    """
    if np.array_equal(sent, np.arange(sent.size)):
        known = (deliveries >= 0) & (deliveries < sent.size)
        return np.where(known, deliveries, NEVER_SENT)
    ids, rows = np.unique(sent, return_index=True)
    places = np.searchsorted(ids, deliveries).clip(max=max(ids.size - 1, 0))
    return np.where(np.isin(deliveries, ids), rows[places] if rows.size else NEVER_SENT, NEVER_SENT)


def first_receipts(messages: Indices) -> Flags:
    """Which deliveries are the first of their message, given the message of each (none ``NEVER_SENT``)."""
    if not messages.size:
        return np.zeros(0, dtype=np.bool_)
    deliveries = np.arange(messages.size)
    first = np.zeros(messages.max() + 1, dtype=np.intp)
    first[messages[::-1]] = deliveries[::-1]  # where an index repeats, the last assignment stays
    return np.equal(first[messages], deliveries)


def lost(sent: Numbers, promised: Flags, received: Numbers) -> Flags:
    """Promised messages that were never received, by id: flags of the rows of ``sent``, as ``promised`` is.

    A message that was sent, and promised, several times is lost once.
    """
    missing = promised & ~np.isin(sent, received)
    return _firsts_of(sent, missing) if missing.any() else missing


def duplicated(messages: Indices, first: Flags) -> Indices:
    """The deliveries beyond the first of each message; what was never sent is no message."""
    known = np.flatnonzero(messages != NEVER_SENT)
    beyond: Indices = known[~first]
    return beyond


def out_of_order(messages: Indices, partitions: Numbers) -> Indices:
    """First receipts of messages that were sent before one already received from the same partition.

    ``messages`` are rows of the sent log, in the order of receipt; what comes back are places in it. Two
    neighbours that change places are one; a message that comes last although it was sent first is one; one
    that comes first although it was sent last makes every other of its partition one.
    """
    # Of 16 bits, because that makes the sort a radix sort; a cell has a thousand partitions at most.
    by_partition = np.argsort(partitions.astype(np.int16), kind="stable")
    # Partitions are set apart by more than any message's row, so that one running maximum serves them all.
    distance = int(messages.max(initial=0)) + 1
    heights = messages[by_partition] + partitions[by_partition].astype(np.int64) * distance
    late: Indices = by_partition[1:][heights[1:] < np.maximum.accumulate(heights)[:-1]]
    return late


def aborted_seen(deliveries: Places, aborted: Places, ids: Numbers, only_aborted: Numbers) -> Indices:
    """Deliveries of what an aborted transaction had sent, although it may have been sent again since.

    Args:
        deliveries: Where each was read.
        aborted: Where the messages of aborted transactions stand in the log, as far as that is known.
        ids: The message of each delivery.
        only_aborted: Messages that were sent in no other transaction.
    """
    seen: Indices = np.flatnonzero(np.isin(deliveries.keys, aborted.keys) | np.isin(ids, only_aborted))
    return seen


def _firsts_of(ids: Numbers, flags: Flags) -> Flags:
    """The same flags, but of the rows with an id only the first that has one."""
    rows = np.flatnonzero(flags)
    _, firsts = np.unique(ids[rows], return_index=True)
    once = np.zeros_like(flags)
    once[rows[firsts]] = True
    return once


# Transactions.


def median_time(begun: Numbers, ended: Numbers) -> float:
    """Median of the times between, ms."""
    return float(np.median(ended - begun)) / 1e6 if begun.size else float("nan")


def median_messages(messages: Numbers) -> float:
    """Median number of messages in a transaction."""
    return float(np.median(messages)) if messages.size else float("nan")

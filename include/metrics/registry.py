"""The names of what is measured: one name everywhere, with its unit.

In ``results/cells`` a column is ``<span>_<metric>`` for the metrics of a span, and the metric's own name
for the others. In ``results/summary`` span, metric and unit are columns.
"""

from enum import StrEnum


class Span(StrEnum):
    """From a message's creation to its acknowledgement, or to its first receipt."""

    PRODUCER_BROKER = "producer-broker"
    PRODUCER_CONSUMER = "producer-consumer"

    @property
    def column(self) -> str:
        """The span as it begins a column's name."""
        return self.value.replace("-", "_")


LATENCIES = ("mean", "p50", "p90", "p95", "p99", "p999", "max")

SPAN_METRICS: dict[str, str] = {
    **{f"latency_{which}": "ms" for which in LATENCIES},
    "throughput": "MiB/s",
    "rate": "messages/s",
    "total_time": "s",
    "negative_latencies": "messages",
}
"""Unit by metric, for each span."""

CELL_METRICS: dict[str, str] = {
    "sent": "messages",
    "acked": "messages",
    "failed": "messages",
    "unknown": "messages",
    "received": "messages",
    "lost": "messages",
    "duplicated": "messages",
    "out_of_order": "messages",
    "aborted_seen": "messages",
    "phantom": "messages",
    "gone": "messages",
    "sent_again": "messages",
    "transactions": "transactions",
    "transactions_aborted": "transactions",
    "transaction_time": "ms",
    "transaction_messages": "messages",
    "commit_latency": "ms",
    "acknowledgement_gap": "s",
    "delivery_gap": "s",
    "dip_depth": "share",
    "dip_length": "s",
    "requests_retried": "requests",
    "replaced": "programs",
    "broker_cpu_time": "µs/message",
    "consumption_rate": "messages/s",
    "produced_per_request": "messages/request",
    "fetched_per_request": "messages/request",
    "transmitted_bytes": "B/message",
    "ownership_pause": "s",
    "ownership_pause_mean": "s",
    "delivery_pause_mean": "s",
    "regroup_time": "s",
    "moved": "partitions",
    "moved_needlessly": "partitions",
    "owned_spread": "partitions",
    "fairness": "share",
    "split_keys": "keys",
    "sending_rate": "messages/s",
    "retransmitted": "messages",
    "retransmission_time": "s",
    "unfinished": "messages",
    "left_to_monitor": "messages",
}
"""Unit by metric, for metrics of a whole cell (no span).

``received`` counts deliveries (where processing is a step of its own: processed messages), duplicates
included; ``phantom`` those of what was never sent or has another content; ``aborted_seen`` those of aborted
transactions. ``gone`` are acknowledged messages that an independent reader didn't find in the log, whether
they were received or not. ``sent_again`` are sends beyond a message's first, by the program; the client's own
retries are ``requests_retried``.

``acknowledgement_gap`` and ``delivery_gap`` are the longest time, from a fault on, in which a partition had
no acknowledgement, or no delivery; ``dip_depth`` is the share by which the rate of deliveries fell at worst
(1: to nothing), ``dip_length`` how long it was below half of what it had been. In a cell without a fault they
are taken from where it would have been. ``replaced`` are programs that another was started for, because their
client didn't return from a call, or gave up. ``broker_cpu_time`` is what all brokers took of the CPU, for a
message that was sent; empty where their processes can't be seen. ``consumption_rate`` is that of the
consumers by themselves, from their first receipt to their last: what they can do, where they had a backlog to
read. ``produced_per_request`` and ``fetched_per_request`` are how many messages a request carried, on
average, by the client's own count; ``transmitted_bytes`` what the producer's connections carried for a
message, compressed and with all that goes around it; all three empty where clients weren't to count.
``sending_rate`` is that of the producer by itself, from the creation of its first message to that of its
last: what it could hand over, or, where it waits for each, get through. ``transaction_time`` (begin to commit
call), ``transaction_messages`` and ``commit_latency`` (commit call to its return) are medians over the cell's
committed transactions, empty without transactions.

Where the producer has a monitor, and empty elsewhere: ``retransmitted`` are the retransmissions of its
copies, and ``retransmission_time`` is how long any of them was under way; ``unfinished`` are copies that
nothing had confirmed when the monitor gave up, or was killed; ``left_to_monitor`` are messages that the
producer's client had no room for.

Of the ownership scenario, and empty elsewhere: ``ownership_pause`` is the longest time in which a partition
had no owner since the first message, its pauses added up, and ``ownership_pause_mean`` the mean of all
partitions; ``delivery_pause_mean`` is the mean where ``delivery_gap`` is the longest. ``regroup_time`` is
from the first moment at which some partition had no owner to the last. ``moved`` counts partitions that were
given to another member, ``moved_needlessly`` those of them that could have stayed, each member owning as many
as it came to own. ``owned_spread`` is the most partitions that a member owns at the end less the fewest, and
``fairness`` Jain's index of the messages that the members were given from then on. ``split_keys`` are keys of
which messages were written to more than one partition.
"""

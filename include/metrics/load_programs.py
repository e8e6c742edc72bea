"""Producers and consumers as instruments, after the lead-in: rates, how late they were, and what they used.

What a program records itself (CPU times, times that it was late, gaps) is empty where it did not record it.
"""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "load_programs",
    (
        Metric(
            "sending_rate",
            "messages/s",
            "Sends per second from the creation of the producer's first message after the lead-in to that of "
            "its last: at a fixed rate, that at which messages were due; otherwise that at which the "
            "producer handed them over or, where it waits for each, had them acknowledged.",
            better=Better.HIGHER,
        ),
        Metric(
            "offered_rate",
            "messages/s",
            "Rate at which messages were due: the setting `rate`, also where the producer recorded nothing. "
            "Empty without a fixed rate.",
        ),
        Metric("lateness_p50", "ms", "Median of the same times as lateness_p99.", better=Better.LOWER),
        Metric(
            "lateness_p99",
            "ms",
            "99th percentile of how late the producer handed messages to its client. A message is late from "
            "when it was due or, if a full buffer, a commit or a fault held the producer up, from when the "
            "producer went on. Of several producers, the largest. Empty without a fixed rate.",
            better=Better.LOWER,
        ),
        Metric(
            "generator_cpu",
            "share",
            "CPU time of the producer's process while it sent, as a share of the time of one core; of "
            "several producers, the largest.",
            better=Better.LOWER,
        ),
        Metric(
            "generator_python_cpu",
            "share",
            "CPU time of the threads of the producer's process that run Python, as a share of the time of "
            "one core; of several producers, the largest.",
            better=Better.LOWER,
        ),
        Metric(
            "longest_poll_gap",
            "ms",
            "Longest time for which the producer did not wait for delivery reports or take them. Without a "
            "fixed rate it takes them after each batch, and not while a transaction is committed. Of several "
            "producers, the largest.",
            better=Better.LOWER,
        ),
        Metric(
            "consumption_rate",
            "messages/s",
            "Deliveries per second from the consumers' first receipt after the lead-in to their last. Where "
            "the consumers had a backlog to read, they did not wait for the producer.",
            better=Better.HIGHER,
        ),
        Metric(
            "consumer_cpu",
            "share",
            "CPU time of a consumer's process from its first receipt to its last, as a share of the time of "
            "one core; of several consumers, the largest. Empty where it was not recorded.",
            better=Better.LOWER,
        ),
        Metric(
            "receipt_lateness_p50",
            "ms",
            "Median of the same times as receipt_lateness_p99.",
            better=Better.LOWER,
        ),
        Metric(
            "receipt_lateness_p99",
            "ms",
            "99th percentile over all messages of how long the consumer did not wait for messages before it "
            "took them; of several consumers, the largest. A receipt is late by this time at most. Empty "
            "where it was not recorded.",
            better=Better.LOWER,
        ),
    ),
)

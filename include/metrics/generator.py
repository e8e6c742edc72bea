"""The producer as an instrument, after the lead-in: its rate, its lateness, and its CPU time.

All metrics except the two rates are empty where the producer did not record them.
"""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "generator",
    (
        Metric(
            "sending_rate",
            "messages/s",
            "Sends per second between the creation of the producer's first message after the lead-in and "
            "the creation of its last message. At a fixed rate, this is the rate at which messages were "
            "due. Otherwise it is the rate at which the producer handed messages over or, if it waits for "
            "each message, the rate of acknowledgements.",
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
            "99th percentile of the producer's lateness at handing messages to its client. The lateness "
            "begins when the message was due. If a full buffer, a commit or a fault held the producer up, "
            "it begins when the producer went on. Of several producers, the largest. Empty without a fixed "
            "rate.",
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
    ),
)

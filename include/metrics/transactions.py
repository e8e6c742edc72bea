"""The sizes and times of transactions. The medians are empty without committed transactions."""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "transactions",
    (
        Metric("transactions", "transactions", "Transactions that were begun.", is_whole_number=True),
        Metric(
            "transactions_aborted", "transactions", "Transactions that were aborted.", is_whole_number=True
        ),
        Metric(
            "transaction_time",
            "ms",
            "Median time from the beginning of a transaction to its commit call, over committed "
            "transactions.",
        ),
        Metric(
            "transaction_size",
            "messages",
            "Median number of messages in a transaction, over committed transactions.",
        ),
        Metric(
            "commit_latency",
            "ms",
            "Median time from the commit call to its return, over committed transactions.",
            better=Better.LOWER,
        ),
    ),
)

"""How often the client sent a request once more, from the statistics that librdkafka reports."""

import json


class RetryCount:
    """Requests retried, over all brokers.

    Source: ``txretries`` in librdkafka's STATISTICS.md. Nothing is counted unless the client is told to
    report (``statistics.interval.ms``).
    """

    def __init__(self) -> None:
        self.total = 0

    def take(self, statistics: str) -> None:
        """Take a report, which counts from the client's start."""
        brokers = json.loads(statistics)["brokers"].values()
        self.total = sum(broker["txretries"] for broker in brokers)

"""Counts of a client's requests, messages and bytes, from librdkafka's statistics."""

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from time import monotonic_ns

from confluent_kafka import KafkaError, KafkaException

REPORT_TIMEOUT_NS = 10_000_000_000
"""The maximum time to wait for the report of the last requests."""


class CountedRequest(StrEnum):
    """Requests that carry messages, by their names in Kafka's protocol."""

    PRODUCE = "Produce"
    FETCH = "Fetch"

    @property
    def direction(self) -> str:
        """The prefix of the statistics that count messages and bytes of this request: ``tx`` or ``rx``."""
        return "tx" if self is CountedRequest.PRODUCE else "rx"


class RequestCounter:
    """Counts a client's requests that carry messages, and the requests of any type that it retried.

    The counts cover all brokers. Retries are counted at any time. The other counts begin with the last report
    before the first message; those of fetches end with the last report that counts new messages. Before and
    after this time, a waiting consumer sends requests without messages, which are not counted. If the client
    reports no statistics (``statistics.interval.ms``), nothing is counted.

    Source: ``req``, ``txretries``, ``txmsgs`` or ``rxmsgs``, ``txbytes`` or ``rxbytes`` and ``ts`` in
    librdkafka's STATISTICS.md.
    """

    def __init__(self, request: CountedRequest, settings: Mapping[str, str]) -> None:
        self.retried = 0
        self.requests = 0
        self.messages = 0
        self.bytes = 0
        self._request = request
        self._reports = "statistics.interval.ms" in settings
        self._reported_ns = 0
        self._before_first_message = (0, 0)

    def take(self, statistics: str) -> None:
        """Process a report of statistics, whose counts are totals since the client's start."""
        report = json.loads(statistics)
        brokers, direction = list(report["brokers"].values()), self._request.direction
        self._reported_ns = report["ts"] * 1000  # the clock of monotonic_ns, in µs
        self.retried = sum(broker["txretries"] for broker in brokers)
        requests = sum(broker["req"].get(self._request.value, 0) for broker in brokers)
        all_bytes = sum(broker[f"{direction}bytes"] for broker in brokers)
        messages = report[f"{direction}msgs"]
        if messages == 0:
            self._before_first_message = requests, all_bytes
        elif (
            messages > self.messages or self._request is CountedRequest.PRODUCE
        ):  # never sent without messages
            self.messages = messages
            self.requests = requests - self._before_first_message[0]
            self.bytes = all_bytes - self._before_first_message[1]

    def complete(self, serve: Callable[[], object]) -> None:
        """Call ``serve`` until the client has reported all requests that it sent before this call.

        The function returns at once if the client reports no statistics.

        Raises:
            KafkaException: No report came within ``REPORT_TIMEOUT_NS``.
        """
        now = monotonic_ns()
        while self._reports and self._reported_ns < now:
            if monotonic_ns() > now + REPORT_TIMEOUT_NS:
                reason = f"the client reported no statistics within {REPORT_TIMEOUT_NS / 1e9:g} s"
                raise KafkaException(KafkaError(KafkaError._TIMED_OUT, reason))
            serve()

    def counts(self) -> dict[str, int]:
        """The counts by name; empty if the client reports no statistics."""
        if not self._reports:
            return {}
        name = self._request.value.lower()
        return {
            f"{name}_requests": self.requests,
            f"{name}_messages": self.messages,
            f"{name}_bytes": self.bytes,
        }

"""How many requests a client sent, and what they carried, from the statistics that librdkafka reports."""

import json
from collections.abc import Callable, Mapping
from enum import StrEnum
from time import monotonic_ns

from confluent_kafka import KafkaError, KafkaException

PATIENCE_NS = 10_000_000_000


class Carrier(StrEnum):
    """Requests that carry messages, by their names in Kafka's protocol."""

    PRODUCE = "Produce"
    FETCH = "Fetch"

    @property
    def direction(self) -> str:
        """How the names begin of what the statistics count of their messages and bytes."""
        return "tx" if self is Carrier.PRODUCE else "rx"


class RequestCount:
    """A client's requests that carry messages, over all brokers, and how many of any kind it sent once more.

    Counted from the last report before the first message to the last one that has messages more: what a
    consumer asks for while there is nothing for it carries nothing. Nothing is counted unless the client is
    told to report (``statistics.interval.ms``).

    Source: ``req``, ``txretries``, ``txmsgs`` or ``rxmsgs``, ``txbytes`` or ``rxbytes`` and ``ts`` in
    librdkafka's STATISTICS.md.
    """

    def __init__(self, carrier: Carrier, settings: Mapping[str, str]) -> None:
        self.retried = 0
        self.requests = 0
        self.messages = 0
        self.bytes = 0
        self._carrier = carrier
        self._is_told = "statistics.interval.ms" in settings
        self._as_of_ns = 0
        self._before = (0, 0)

    def take(self, statistics: str) -> None:
        """Take a report, which counts from the client's start."""
        report = json.loads(statistics)
        brokers, direction = list(report["brokers"].values()), self._carrier.direction
        self._as_of_ns = report["ts"] * 1000  # of the clock that monotonic_ns reads
        self.retried = sum(broker["txretries"] for broker in brokers)
        requests = sum(broker["req"].get(self._carrier.value, 0) for broker in brokers)
        all_bytes = sum(broker[f"{direction}bytes"] for broker in brokers)
        messages = report[f"{direction}msgs"]
        if messages == 0:
            self._before = requests, all_bytes
        elif messages > self.messages or self._carrier is Carrier.PRODUCE:  # which is never sent in vain
            self.messages = messages
            self.requests = requests - self._before[0]
            self.bytes = all_bytes - self._before[1]

    def complete(self, serve: Callable[[], object]) -> None:
        """Have the client served until it has reported what it sent by now; at once where it isn't told to.

        Raises:
            KafkaException: it reports nothing.
        """
        now = monotonic_ns()
        while self._is_told and self._as_of_ns < now:
            if monotonic_ns() > now + PATIENCE_NS:
                silence = f"no statistics came from the client within {PATIENCE_NS / 1e9:g} s"
                raise KafkaException(KafkaError(KafkaError._TIMED_OUT, silence))
            serve()

    def counts(self) -> dict[str, int]:
        """What to say in events; nothing where the client isn't told to report."""
        if not self._is_told:
            return {}
        name = self._carrier.value.lower()
        return {
            f"{name}_requests": self.requests,
            f"{name}_messages": self.messages,
            f"{name}_bytes": self.bytes,
        }

"""The numbers of the producers' transactions since the fault began."""

from collections import Counter

from include.load.protocol_requests import Request
from include.producers.proxy.frames import RequestHeader
from include.producers.proxy.request_bodies_and_refusals import content_of


class TransactionNumbers:
    """Counts, for each producer, the transactions that brokers have ended since the fault began.

    If a client repeats a request to end a transaction, the broker answers twice. The second answer does not
    count: an answer counts only if the producer has sent messages since the previous answer.
    """

    def __init__(self) -> None:
        self._ended: Counter[int | None] = Counter()
        self._with_messages: set[int | None] = set()
        """The ids of the producers that have sent messages since their last transaction ended."""

    def current(self, producer_id: int | None) -> int:
        """The number (from 1) of a producer's open transaction, or of its next one if none is open."""
        return self._ended[producer_id] + 1

    def take_request(self, header: RequestHeader, frame: bytes) -> int | None:
        """Record a request.

        The result is the id of the producer whose transaction the request ends, or None if it ends none.
        """
        if header.api_key not in (Request.PRODUCE.api_key, Request.END_TXN.api_key):
            return None
        content = content_of(header, frame)
        if content is None:
            return None
        if header.api_key == Request.END_TXN.api_key:
            return content.producer_id
        self._with_messages.add(content.producer_id)
        return None

    def take_end(self, producer_id: int | None) -> None:
        """Count a producer's transaction that a broker has ended, unless the request was a repetition."""
        if producer_id in self._with_messages:
            self._with_messages.remove(producer_id)
            self._ended[producer_id] += 1

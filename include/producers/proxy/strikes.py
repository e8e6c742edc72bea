"""The strikes of a cell in order: which request is struck next, and when a held request is released."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic_ns

from include.load.strike_acts import Act
from include.load.strike_conditions import GIVEN_UP, Until, Where
from include.load.strike_terms import Strike
from include.producers.proxy.frames import RequestHeader
from include.producers.proxy.request_bodies_and_refusals import content_of
from include.producers.proxy.struck_request import SentRequest, StruckRequest, _is_sent_again
from include.producers.proxy.transaction_numbers import TransactionNumbers


class Strikes:
    """Decides which request is struck, and when a held request is sent to the broker.

    One request is held at a time.
    """

    def __init__(self, strikes: Sequence[Strike]) -> None:
        self._waiting = list(strikes)
        self._transactions = TransactionNumbers()
        self._numbers_transactions = any(strike.numbers_transactions for strike in strikes)
        self._matches = 0
        self.is_armed = False
        """Whether requests can be struck now. If not, every request passes."""
        self.struck: list[StruckRequest] = []
        self.held: StruckRequest | None = None
        """The held request, until the broker has answered it."""
        self._deliver: Callable[[], Awaitable[None]] | None = None

    def strike_of(self, header: RequestHeader, frame: bytes) -> Strike | None:
        """The strike that matches a request of the client; None if the request passes."""
        if not self.is_armed or self.held or not self._waiting:
            return None
        strike = self._waiting[0]
        if header.api_key != strike.request.api_key:
            return None
        if not self._matches_terms(strike, header, frame):
            return None
        self._matches += 1
        return strike if self._matches == strike.where.nth else None

    def strike(
        self,
        strike: Strike,
        broker: int,
        header: RequestHeader,
        frame: bytes,
        deliver: Callable[[], Awaitable[None]],
    ) -> StruckRequest:
        """Strike a request, and return the record of it.

        Args:
            strike: The strike that matches the request.
            broker: The id of the broker that the request was sent to.
            header: The header of the request.
            frame: The request.
            deliver: Sends a held request to the broker, and returns when the broker has answered, or cannot
                answer.
        """
        self._waiting.pop(0)
        self._matches = 0
        request = StruckRequest(strike, broker, header, frame, content_of(header, frame), monotonic_ns())
        self.struck.append(request)
        if strike.act is Act.HOLD:
            self.held, self._deliver = request, deliver
        return request

    def sent(self, header: RequestHeader, frame: bytes) -> "SentRequest":
        """Record a request that is passed on to a broker now, and its relation to the held request."""
        ends = self._take_request(header, frame)
        if self.held is None or self.held.strike.until is None:
            return SentRequest(header, monotonic_ns(), ends)
        until = self.held.strike.until
        is_kind = header.api_key == until.answered.api_key
        return SentRequest(
            header,
            monotonic_ns(),
            ends,
            repeats_held=_is_sent_again(self.held, header, frame),
            ends_wait=is_kind and self._has_place(until, header, frame),
        )

    def is_release(self, request: "SentRequest") -> bool:
        """Whether the answer to this request, and no earlier one, ends the wait of the held request.

        If the request repeats the struck request, the time of the answer is recorded.
        """
        held_request = self.held
        if held_request is None or held_request.is_due:
            return False
        # A client that lost its connection sends the request again on another one, and the wait begins with
        # the answer to this copy: the held original is to arrive after a request that the client sent when
        # it believed the copy to be done. A request with or about messages may not be sent again: the client
        # has given them up.
        is_cut = held_request.strike.client == "cut"
        if is_cut and held_request.again_answered_ns is None and request.repeats_held:
            held_request.again_answered_ns = monotonic_ns()
            return False
        must_be_sent_again = is_cut and held_request.strike.request not in GIVEN_UP
        since = held_request.again_answered_ns if must_be_sent_again else held_request.struck_ns
        held_request.is_due = since is not None and request.sent_ns > since and request.ends_wait
        return held_request.is_due

    async def release(self) -> None:
        """Send the held request to the broker, and wait until it is answered or can no longer be answered."""
        if self.held and self._deliver:
            if self.held.strike.until:
                await asyncio.sleep(self.held.strike.until.delay_ms / 1000)
            self.held.released_ns = monotonic_ns()
            await self._deliver()

    def take_answer(self, request: StruckRequest, error_code: int | None) -> None:
        """Record the broker's answer to a request that was struck."""
        request.answered_ns, request.error_code = monotonic_ns(), error_code
        if request is self.held:
            self.held = None
        else:
            self.take_end(self._take_request(request.header, request.frame), error_code)

    def take_end(self, producer_id: int | None, error_code: int | None) -> None:
        """Count the end of a producer's transaction, if the broker's answer has no error."""
        if producer_id is not None and error_code == 0:
            self._transactions.take_end(producer_id)

    @property
    def complete(self) -> int:
        """The number of complete strikes."""
        return sum(request.is_complete for request in self.struck)

    def _matches_terms(self, strike: Strike, header: RequestHeader, frame: bytes) -> bool:
        """Whether a request of the strike's kind matches the terms of the strike."""
        if strike.answer.refused and content_of(header, frame) is None:
            return False  # the proxy cannot write an answer of this version
        if strike.where.outcome:
            content = content_of(header, frame)
            if content is None or content.outcome is not strike.where.outcome:
                return False
        return self._has_place(strike.where, header, frame)

    def _has_place(self, terms: Where | Until, header: RequestHeader, frame: bytes) -> bool:
        """Whether a request matches the partition and the transaction in ``terms``; None matches any."""
        if terms.partition is None and terms.transaction is None:
            return True
        content = content_of(header, frame)
        if content is None:
            return False
        is_of_partition = terms.partition is None or terms.partition in content.partitions
        number = self._transactions.current(content.producer_id)
        return is_of_partition and terms.transaction in (None, number)

    def _take_request(self, header: RequestHeader, frame: bytes) -> int | None:
        """Record a request in ``TransactionNumbers`` if a strike names a transaction by its number.

        Returns:
            The id of the producer whose transaction the request ends; None if it ends none, or was not
            recorded.
        """
        if not (self._numbers_transactions and self.is_armed):
            return None
        return self._transactions.take_request(header, frame)

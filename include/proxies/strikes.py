"""The strikes of a cell in order: the next strike, and the effects of requests and answers on it."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from time import monotonic_ns

from include.load_runtime.strike_terms import Act, Request, Strike, Until, Where
from include.proxies.bodies import content_of
from include.proxies.frames import AFTER_CORRELATION_ID, RequestContent, RequestHeader


@dataclass
class StruckRequest:
    """A struck request, and what happened to it. Times are ns of the cell's clock."""

    strike: Strike
    broker: int
    """The id of the broker that the request was sent to."""
    header: RequestHeader
    frame: bytes
    content: RequestContent | None
    """The content of the request; None if its body is not read."""
    struck_ns: int
    again_answered_ns: int | None = None
    """When the client's repetition of the request was answered; None without a repetition."""
    released_ns: int | None = None
    """When a held or delayed request was sent to the broker; None before, and for other requests."""
    answered_ns: int | None = None
    error_code: int | None = None
    """The error code in the answer, 0 without an error; None if not known."""

    @property
    def is_on_its_way(self) -> bool:
        """Whether a held request was sent to the broker."""
        return self.released_ns is not None

    @property
    def is_complete(self) -> bool:
        """Whether the strike is complete: the request was answered, or will never be answered."""
        return self.answered_ns is not None or not self.strike.needs_an_answer


class Strikes:
    """Decides which request is struck, and when a held request goes on. One request is held at a time."""

    def __init__(self, strikes: Sequence[Strike]) -> None:
        self._waiting = list(strikes)
        self._transactions = TransactionNumbers()
        self._numbers_transactions = any(strike.numbers_transactions for strike in strikes)
        self._matches = 0
        self.is_armed = False
        """Whether requests are struck. While this is false, every request passes."""
        self.struck: list[StruckRequest] = []
        self.held: StruckRequest | None = None
        """The request that is held, or is on its way to the broker."""
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
        """Note a request that is passed on to a broker now, and its meaning for the held request."""
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
        """Whether the answer to this request ends the wait of the held request.

        An answer to a repetition of the struck request is noted.
        """
        held_request = self.held
        if held_request is None or held_request.is_on_its_way:
            return False
        is_cut = held_request.strike.client == "cut"
        if is_cut and held_request.again_answered_ns is None and request.repeats_held:
            held_request.again_answered_ns = monotonic_ns()
            return False
        must_be_sent_again = is_cut and held_request.strike.request is not Request.PRODUCE
        since = held_request.again_answered_ns if must_be_sent_again else held_request.struck_ns
        return since is not None and request.sent_ns > since and request.ends_wait

    async def release(self) -> None:
        """Let the held request go on. Return when the broker has answered it, or cannot answer it."""
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
        """Count a transaction that a broker has ended for a producer, if the answer has no error."""
        if producer_id is not None and error_code == 0:
            self._transactions.take_end(producer_id)

    @property
    def complete(self) -> int:
        """The number of complete strikes."""
        return sum(request.is_complete for request in self.struck)

    def _matches_terms(self, strike: Strike, header: RequestHeader, frame: bytes) -> bool:
        """Whether a request of the right kind matches the terms of the strike."""
        if strike.answer.refused and content_of(header, frame) is None:
            return False  # the proxy cannot write an answer of this version
        if strike.where.outcome:
            content = content_of(header, frame)
            if content is None or content.outcome is not strike.where.outcome:
                return False
        return self._has_place(strike.where, header, frame)

    def _has_place(self, terms: Where | Until, header: RequestHeader, frame: bytes) -> bool:
        """Whether a request has messages of the named partition, and belongs to the named transaction."""
        if terms.partition is None and terms.transaction is None:
            return True
        content = content_of(header, frame)
        if content is None:
            return False
        is_of_partition = terms.partition is None or terms.partition in content.partitions
        number = self._transactions.current(content.producer_id)
        return is_of_partition and terms.transaction in (None, number)

    def _take_request(self, header: RequestHeader, frame: bytes) -> int | None:
        """Note a request, if strikes name transactions by their numbers.

        Returns:
            The id of the producer whose transaction the request ends; None if it ends none.
        """
        if not (self._numbers_transactions and self.is_armed):
            return None
        return self._transactions.take_request(header, frame)


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that was passed on to a broker, and the meaning of its answer for the held request."""

    header: RequestHeader
    sent_ns: int
    ends: int | None = None
    """The id of the producer whose transaction the request ends; None if it ends none."""
    repeats_held: bool = False
    """Whether the request is a repetition of the held request."""
    ends_wait: bool = False
    """Whether the held request waits for the answer to this request."""


def _is_sent_again(request: StruckRequest, header: RequestHeader, frame: bytes) -> bool:
    """Whether a request is a repetition of the held request: only the correlation ids differ."""
    is_same_kind = header.api_key == request.header.api_key
    return is_same_kind and frame[AFTER_CORRELATION_ID:] == request.frame[AFTER_CORRELATION_ID:]


class TransactionNumbers:
    """Counts, for each producer, the transactions that brokers have ended since the fault began.

    A repeated request to end a transaction is answered again. The repeated request differs from the request
    to end the next transaction: no messages were sent in between.
    """

    def __init__(self) -> None:
        self._ended: Counter[int | None] = Counter()
        self._with_messages: set[int | None] = set()
        """The ids of the producers that have sent messages since their last transaction ended."""

    def current(self, producer_id: int | None) -> int:
        """The number, from 1, of the producer's open transaction or, if none is open, of its next one."""
        return self._ended[producer_id] + 1

    def take_request(self, header: RequestHeader, frame: bytes) -> int | None:
        """Note a request. Return the id of the producer whose transaction it ends; None if it ends none."""
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
        """Count the transaction that a broker has ended for a producer."""
        if producer_id in self._with_messages:
            self._with_messages.remove(producer_id)
            self._ended[producer_id] += 1

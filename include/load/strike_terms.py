"""The terms of a strike: the struck request, the proxy's act, and the event that releases a held request.

An experiment contains the terms under the key ``strike``; the job of the proxy contains them too.
"""

from collections.abc import Iterator
from typing import Literal, Self

from pydantic import Field, PositiveFloat, PositiveInt, model_validator

from include.load.protocol_requests import BETWEEN_BROKERS, End, Request
from include.load.strike_acts import Act, StrikeAnswer
from include.load.strike_conditions import NUMBERED, PARTITIONED, WITH_OUTCOME, Until, Where, _Terms


class Strike(_Terms):
    """A strike on one request."""

    request: Request
    """The kind of the request."""
    of: Literal["producer", "brokers"] = "producer"
    """What sends the request. ``producer``: a client, which in the scenario *application* is the application,
    and in the scenario *share group* a member. ``brokers``: a broker, which sends it to a broker."""
    where: Where = Field(default_factory=Where)
    """The condition that a request of this kind must meet to be struck."""
    act: Act
    """The way in which the proxy handles the request: the broker gets the request after an event, after a
    time, twice, never, or at once."""
    answer: StrikeAnswer = StrikeAnswer.FORWARD
    """The answer that the client gets: the broker's answer, no answer, or an error. With ``hold``, the client
    gets the broker's answer after ``delay_ms``. With an error, the broker never gets the request."""
    client: Literal["cut", "leave"]
    """Whether the client's side of the connection is reset (``cut``) or stays open (``leave``). The broker's
    side stays open until the broker has answered the request. With ``act: drop`` and ``client: cut``, the
    broker's side is closed at once."""
    delay_ms: PositiveInt | None = None
    """The time in ms by which a request or its answer is delayed. Later requests or answers of the connection
    are delayed, too."""
    until: Until | None = None
    """The event after which a held request goes on."""
    at_most_s: PositiveFloat = 20
    """The maximum time in seconds from the end of the fault's window (``fault_until``) until the strike is
    complete. If a cell has several strikes, their times are added. If a strike is not complete in time, the
    cell fails."""
    synthetic: bool = False
    """Whether the strike may have an effect that no network can have: a request is delivered twice, or a
    request or an answer is lost although the connection stays open."""

    @model_validator(mode="after")
    def check_terms(self) -> Self:
        """Refuse terms that do not fit the kind of the request or the proxy's act."""
        if self.where.outcome and self.request not in WITH_OUTCOME:
            raise ValueError(
                f"where.outcome: only EndTxn and WriteTxnMarkers have an outcome, not {self.request}"
            )
        for term, request, event in self._events():
            if self.is_between_brokers and request not in BETWEEN_BROKERS:
                raise ValueError(
                    f"of: brokers send {', '.join(BETWEEN_BROKERS[:-1])} and {BETWEEN_BROKERS[-1]} to "
                    f"brokers, not {request}"
                )
            if not self.is_between_brokers and request is Request.WRITE_TXN_MARKERS:
                raise ValueError(f"of: should be brokers, because only a broker sends {request}")
            if request not in PARTITIONED[self.of] and event.partition is not None:
                *others, last = PARTITIONED[self.of]
                raise ValueError(
                    f"{term}.partition: only {', '.join(others)} and {last} have partitions that the proxy "
                    f"can read, not {request}"
                )
            if request not in NUMBERED and event.transaction is not None:
                raise ValueError(
                    f"{term}.transaction: only Produce and EndTxn have a transaction number, not {request}"
                )
        if (self.until is not None) != (self.act is Act.HOLD):
            verb = "needs an" if self.act is Act.HOLD else "has no"
            raise ValueError(f"until: act: {self.act} {verb} event after which the request goes on")
        return self

    @model_validator(mode="after")
    def check_delay(self) -> Self:
        """Refuse a delay without a time, and a time without a delay."""
        is_held = self.answer is StrikeAnswer.HOLD
        if is_held and (self.act is not Act.FORWARD or self.client == "cut"):
            raise ValueError("answer: hold is possible only with act: pass and client: leave")
        if self.delay_ms is None and (self.act is Act.DELAY or is_held):
            raise ValueError(f"delay_ms: {'answer: hold' if is_held else 'act: delay'} needs a time in ms")
        if self.delay_ms is not None and not (self.act is Act.DELAY or is_held or self.answer.refused):
            raise ValueError(
                "delay_ms: is possible only with act: delay, with answer: hold, or with an answer that is an "
                "error"
            )
        return self

    @model_validator(mode="after")
    def check_answer(self) -> Self:
        """Refuse an error that brokers never send for this kind of request.

        Also refuse an error if ``act`` is not ``drop``, or if ``client`` is ``cut``.
        """
        refused = self.answer.refused
        if refused and self.request not in refused:
            raise ValueError(
                f"answer: {self.answer} is an answer to {' and '.join(refused)}, not to {self.request}"
            )
        if refused and (self.act is not Act.DROP or self.client == "cut"):
            raise ValueError(f"answer: {self.answer} needs act: drop and client: leave")
        return self

    @model_validator(mode="after")
    def check_effect(self) -> Self:
        """Refuse strikes that have no effect and, unless ``synthetic``, effects that no network can have."""
        if self.act is Act.FORWARD and self.answer is StrikeAnswer.FORWARD and self.client == "leave":
            raise ValueError("act: pass alone changes nothing; add answer: drop or client: cut")
        if self.act is Act.DUPLICATE and not self.synthetic:
            raise ValueError(
                "synthetic: should be true with act: duplicate, because TCP delivers no request twice"
            )
        if self.leaves_a_gap and not self.synthetic:
            raise ValueError(
                "synthetic: should be true with client: leave, because TCP loses no "
                f"{'request' if self.act is Act.DROP else 'answer'} on a connection that stays open"
            )
        return self

    def _events(self) -> Iterator[tuple[str, Request, Where | Until]]:
        """Yield the events ``where`` and ``until``, each with its name and the kind of its request."""
        yield "where", self.request, self.where
        if self.until:
            yield "until", self.until.answered, self.until

    @property
    def is_between_brokers(self) -> bool:
        """Whether a broker sends the request to a broker."""
        return self.of == "brokers"

    @property
    def requests(self) -> tuple[Request, ...]:
        """The kinds of requests that ``request`` and ``until`` name."""
        return tuple(request for _, request, _ in self._events())

    @property
    def partitions(self) -> frozenset[int]:
        """The partitions that ``where`` and ``until`` name."""
        events = (event for _, _, event in self._events())
        return frozenset(event.partition for event in events if event.partition is not None)

    @property
    def numbers_transactions(self) -> bool:
        """Whether the terms name a transaction by its number."""
        return any(event.transaction is not None for _, _, event in self._events())

    @property
    def concerns_transactions(self) -> bool:
        """Whether only a producer with transactions can send the request."""
        return self.request.is_of_transactions or self.numbers_transactions

    @property
    def needs_an_answer(self) -> bool:
        """Whether the strike is complete only when the request was answered."""
        return self.act is not Act.DROP or bool(self.answer.refused)

    @property
    def needs_aborts(self) -> bool:
        """Whether only a producer that aborts transactions sends the request."""
        return self.where.outcome is End.ABORT

    @property
    def leaves_a_gap(self) -> bool:
        """Whether an answer is missing on a connection that stays open."""
        is_dropped = self.act is Act.DROP and not self.answer.refused
        return self.client == "leave" and (is_dropped or self.answer is StrikeAnswer.DROP)

    def __str__(self) -> str:
        """The request, with the outcome or partition that ``where`` names, such as ``EndTxn (abort)``."""
        if self.where.outcome:
            return f"{self.request} ({self.where.outcome})"
        partition = self.where.partition
        return str(self.request) if partition is None else f"{self.request} (partition {partition})"

"""The terms of a strike: which request a proxy strikes, what it does with the request, and until when.

An experiment contains these terms below ``strike``; the job of the proxy contains them as they are.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    model_validator,
)


class Request(StrEnum):
    """The requests that a strike can name.

    Source: https://kafka.apache.org/protocol#protocol_api_keys.
    """

    PRODUCE = "Produce"
    INIT_PRODUCER_ID = "InitProducerId"
    ADD_PARTITIONS_TO_TXN = "AddPartitionsToTxn"
    END_TXN = "EndTxn"

    @property
    def api_key(self) -> int:
        """The number of the request in the protocol."""
        return _API_KEYS[self]


_API_KEYS = {
    Request.PRODUCE: 0,
    Request.INIT_PRODUCER_ID: 22,
    Request.ADD_PARTITIONS_TO_TXN: 24,
    Request.END_TXN: 26,
}


class End(StrEnum):
    """What an EndTxn request asks for."""

    COMMIT = "commit"
    ABORT = "abort"


class Act(StrEnum):
    """What becomes of a request that is struck."""

    HOLD = "hold"
    """The broker gets the request late, on the connection on which it was sent."""
    DROP = "drop"
    """The broker never gets the request."""
    FORWARD = "pass"
    """The broker gets the request at once."""


class _Terms(BaseModel):
    """The base of all terms, which refuse unknown keys and are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Where(_Terms):
    """Which of the requests of a kind is struck."""

    outcome: End | None = None
    """For EndTxn: the outcome that the request asks for; None: either."""
    partition: NonNegativeInt | None = None
    """For Produce: a partition that the request has messages of; None: any."""
    nth: PositiveInt = 1
    """The number of the request among those that match, counted from the begin of the fault, or from the
    strike before."""


class Until(_Terms):
    """The event that ends the wait of a held request."""

    answered: Request
    """The request that a broker must have answered. It counts if the client sent it after the strike or,
    where the client's connection was cut, after the struck request was sent again and answered. A Produce
    request need not be sent again: an application may abort its transaction."""
    partition: NonNegativeInt | None = None
    """For Produce: a partition that the answered request has messages of; None: any."""
    delay_ms: NonNegativeInt = 0
    """The time in ms between that answer and the moment at which the held request is sent to its broker. The
    client gets the answer after the broker has answered the held request."""


class Strike(_Terms):
    """One request that is struck."""

    request: Request
    of: Literal["producer"] = "producer"
    """The program that sends the request."""
    where: Where = Field(default_factory=Where)
    act: Act
    answer: Literal["pass", "drop"] = "pass"
    """Whether the client gets the broker's answer."""
    client: Literal["cut", "leave"]
    """What happens to the client's side of the connection: it is reset, or stays as it is. The broker's side
    stays open in either case."""
    until: Until | None = None
    """The event after which a held request goes on."""
    at_most_s: PositiveFloat = 20
    """The maximum time in seconds until the strike is complete; after it, the cell fails."""
    synthetic: bool = False
    """Whether the strike may do what a network does not: leave out a request or an answer of a connection
    that goes on."""

    @model_validator(mode="after")
    def check_terms(self) -> Self:
        """Refuse terms that contradict one another."""
        if self.where.outcome and self.request is not Request.END_TXN:
            raise ValueError(f"where.outcome: only EndTxn asks for an outcome, not {self.request}")
        for term, request, partition in self._partitions():
            if request is not Request.PRODUCE and partition is not None:
                raise ValueError(f"{term}.partition: only Produce has messages of a partition, not {request}")
        if (self.until is not None) != (self.act is Act.HOLD):
            verb = "needs" if self.act is Act.HOLD else "has no"
            raise ValueError(f"until: act: {self.act} {verb} event after which the request goes on")
        if self.is_pointless:
            raise ValueError("act: pass changes nothing, unless answer: drop or client: cut is added")
        if self.leaves_a_gap and not self.synthetic:
            raise ValueError(
                f"synthetic: should be true with client: leave, because a connection that goes on loses no "
                f"{'request' if self.act is Act.DROP else 'answer'}"
            )
        return self

    def _partitions(self) -> Iterator[tuple[str, Request, int | None]]:
        """Yield the terms that may have a partition: their name, their request and their partition."""
        yield "where", self.request, self.where.partition
        if self.until:
            yield "until", self.until.answered, self.until.partition

    @property
    def partitions(self) -> frozenset[int]:
        """The partitions that the terms name."""
        return frozenset(partition for _, _, partition in self._partitions() if partition is not None)

    @property
    def is_pointless(self) -> bool:
        """Whether the strike changes nothing."""
        return self.act is Act.FORWARD and self.answer == "pass" and self.client == "leave"

    @property
    def concerns_transactions(self) -> bool:
        """Whether only a producer with transactions can send the request."""
        return self.request is not Request.PRODUCE

    @property
    def needs_aborts(self) -> bool:
        """Whether the request is sent only where transactions are aborted."""
        return self.where.outcome is End.ABORT

    @property
    def leaves_a_gap(self) -> bool:
        """Whether a connection that goes on lacks a request or an answer."""
        return self.client == "leave" and (self.act is Act.DROP or self.answer == "drop")

    def __str__(self) -> str:
        """The request, with the outcome or the partition that is asked for: ``EndTxn (abort)``."""
        if self.where.outcome:
            return f"{self.request} ({self.where.outcome})"
        partition = self.where.partition
        return str(self.request) if partition is None else f"{self.request} (partition {partition})"

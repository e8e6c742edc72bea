"""The terms of a strike: which request a proxy holds, what it does to the client, and when it goes on.

An experiment contains these terms below ``strike``; the job of the proxy contains them as they are.
"""

from enum import StrEnum
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt, model_validator


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


class _Terms(BaseModel):
    """The base of all terms, which refuse unknown keys and are immutable."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Where(_Terms):
    """Which of the requests of a kind is struck; a request that a client sends again is not counted anew."""

    outcome: End | None = None
    """For EndTxn: the outcome that the request asks for; None: either."""
    nth: PositiveInt = 1
    """The number of the request among those that match, counted from the begin of the fault."""


class Until(_Terms):
    """The event that ends the wait of a held request."""

    answered: Request
    """The request that a broker must have answered. It counts if the client sent it after the strike or,
    where the client's connection was cut, after the struck request was sent again and answered."""


class Strike(_Terms):
    """One request that is struck."""

    request: Request
    of: Literal["producer"] = "producer"
    """The program that sends the request."""
    where: Where = Field(default_factory=Where)
    act: Literal["hold"] = "hold"
    """``hold``: the broker gets the request late, on the connection on which it was sent."""
    client: Literal["cut", "leave"] = "cut"
    """What happens to the client's side of the connection: it is reset, or stays as it is. The broker's side
    stays open in either case."""
    until: Until
    at_most_s: PositiveFloat = 20
    """The maximum time in seconds for which the request is held; after it, the cell fails."""

    @model_validator(mode="after")
    def check_outcome(self) -> Self:
        """Refuse the outcome of a transaction where another request than EndTxn is struck."""
        if self.where.outcome and self.request is not Request.END_TXN:
            raise ValueError(f"where.outcome: only EndTxn asks for an outcome, not {self.request}")
        return self

    def __str__(self) -> str:
        """Return the request, with the outcome that it asks for: ``EndTxn (abort)``."""
        return f"{self.request} ({self.where.outcome})" if self.where.outcome else str(self.request)

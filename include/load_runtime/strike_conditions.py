"""Which request a strike concerns, and until when it holds the request."""

from pydantic import BaseModel, NonNegativeInt, PositiveInt

from include.load_runtime.protocol_requests import End, Request

NUMBERED = Request.PRODUCE, Request.END_TXN
"""The requests in which the proxy can read the producer, and therefore the transaction."""


class _Terms(BaseModel, extra="forbid", frozen=True, use_attribute_docstrings=True):
    """The base of all terms. Terms refuse unknown keys and are immutable."""


class Where(_Terms):
    """The condition that a request of the named kind must meet to be struck."""

    outcome: End | None = None
    """For EndTxn: the outcome that the request demands; None: any outcome."""
    partition: NonNegativeInt | None = None
    """For Produce: a partition for which the request has messages; None: any partition."""
    transaction: PositiveInt | None = None
    """For EndTxn and Produce: the number of the request's transaction among the transactions of its producer.
    Number 1 is the transaction that is open when the fault begins. If none is open, it is the next
    transaction. None: any transaction."""
    nth: PositiveInt = 1
    """The number of the request among the matching requests since the begin of the fault, or since the
    previous strike. Requests do not count while a request is held."""


class Until(_Terms):
    """The event after which a held request goes on."""

    answered: Request
    """The kind of request that a broker must answer. Such a request counts if the client sent it after the
    strike. If the client's connection was cut, such a request counts only after the struck request was sent
    again and answered. A struck Produce request need not be sent again, because an application may abort its
    transaction."""
    partition: NonNegativeInt | None = None
    """For Produce: a partition for which the answered request has messages; None: any partition."""
    transaction: PositiveInt | None = None
    """For EndTxn and Produce: the number of the answered request's transaction, as in ``where``."""
    delay_ms: NonNegativeInt = 0
    """The time in ms between that answer and the sending of the held request to its broker. If that answer
    and the held request have different connections, the client gets that answer only after the broker has
    answered the held request. Otherwise the client gets that answer at once."""

"""The conditions of a strike: which request is struck, and which event ends the hold of a request."""

from pydantic import BaseModel, NonNegativeInt, PositiveInt

from include.load.protocol_requests import End, Request

NUMBERED = Request.PRODUCE, Request.END_TXN
"""The requests from which the proxy can read the producer id, and so determine the transaction."""

GIVEN_UP = Request.PRODUCE, Request.SHARE_FETCH, Request.SHARE_ACKNOWLEDGE
"""The requests with or about messages, which a client that lost its connection may not send again."""

PARTITIONED = {
    "producer": GIVEN_UP,
    "brokers": (Request.WRITE_TXN_MARKERS, Request.ADD_PARTITIONS_TO_TXN),
}
"""For each sender, the requests from which the proxy can read partitions. A client's AddPartitionsToTxn has
another form than a broker's, and is not among them."""

WITH_OUTCOME = Request.END_TXN, Request.WRITE_TXN_MARKERS
"""The requests that end a transaction with an outcome."""


class _Terms(BaseModel, extra="forbid", frozen=True, use_attribute_docstrings=True):
    """The base class of the terms of strikes. Terms are immutable and refuse unknown keys."""


class Where(_Terms):
    """The condition that a request of the named kind must meet to be struck."""

    outcome: End | None = None
    """For EndTxn and WriteTxnMarkers: the outcome that the request demands; None: any outcome."""
    partition: NonNegativeInt | None = None
    """For Produce: a partition for which the request has messages. For ShareFetch and ShareAcknowledge: a
    partition of which the request acknowledges messages. For WriteTxnMarkers and, between brokers,
    AddPartitionsToTxn: a partition that the request names. None: any request, also one without messages."""
    transaction: PositiveInt | None = None
    """For EndTxn and Produce: the number of the transaction to which the request belongs. The transactions of
    each producer are counted separately. Number 1 is the transaction that is open when the fault begins. If
    none is open, it is the next transaction. None: any transaction."""
    nth: PositiveInt = 1
    """The number, from 1, of the struck request among the matching requests. Counting begins with the fault,
    and again after each strike. Counting pauses while a request is held."""


class Until(_Terms):
    """The event after which a held request goes on."""

    answered: Request
    """The kind of request whose answer ends the hold. A client must have sent this request after the
    strike. With ``client: cut``, the client must first have sent the struck request again, and have got an
    answer. A struck Produce request need not be sent again: an application may abort its transaction
    instead. Nor need the requests of a share group: its members begin a new session."""
    partition: NonNegativeInt | None = None
    """For Produce, ShareFetch, ShareAcknowledge, WriteTxnMarkers and AddPartitionsToTxn: a partition of the
    answered request, as in ``where``; None: any partition."""
    transaction: PositiveInt | None = None
    """For EndTxn and Produce: the transaction to which the answered request must belong, numbered as in
    ``where``; None: any transaction."""
    delay_ms: NonNegativeInt = 0
    """The time in ms between the answer that ends the hold and the sending of the held request. If the
    answered request and the held request use different connections, the client gets this answer only after
    the broker has answered the held request. If both use the same connection, the client gets the answer at
    once."""

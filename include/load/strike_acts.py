"""The ways in which a proxy handles a struck request, and the answers that the client gets."""

from enum import StrEnum

from include.load.protocol_requests import Request


class Act(StrEnum):
    """The action that the proxy takes on a struck request."""

    HOLD = "hold"
    """The broker gets the request only after an event (``until``), but over the same connection as without
    the strike."""
    DELAY = "delay"
    """The broker gets the request after ``delay_ms``. Later requests of the connection wait behind the struck
    request."""
    DUPLICATE = "duplicate"
    """The broker gets the request twice; the client gets the first answer."""
    DROP = "drop"
    """The broker never gets the request."""
    FORWARD = "pass"
    """The broker gets the request at once."""


class StrikeAnswer(StrEnum):
    """The answer that the client gets to a struck request.

    The errors are named as in the Kafka protocol. After each of these errors but UNKNOWN_SERVER_ERROR, a
    client sends the request again, but a member of a share group does not: it begins a new session, and its
    acknowledgements are refused. Source: https://kafka.apache.org/protocol#protocol_error_codes.
    """

    FORWARD = "pass"
    """The answer of the broker."""
    HOLD = "hold"
    """The broker's answer, which the proxy holds for ``delay_ms``. Later answers of the connection wait
    behind this answer."""
    DROP = "drop"
    """No answer."""
    NOT_LEADER_OR_FOLLOWER = "NOT_LEADER_OR_FOLLOWER"
    NOT_ENOUGH_REPLICAS = "NOT_ENOUGH_REPLICAS"
    COORDINATOR_NOT_AVAILABLE = "COORDINATOR_NOT_AVAILABLE"
    CONCURRENT_TRANSACTIONS = "CONCURRENT_TRANSACTIONS"
    UNKNOWN_SERVER_ERROR = "UNKNOWN_SERVER_ERROR"
    SHARE_SESSION_NOT_FOUND = "SHARE_SESSION_NOT_FOUND"

    @property
    def refused(self) -> tuple[Request, ...]:
        """The kinds of requests that a broker answers with this error; empty if it is not an error."""
        return _ERRORS[self][0] if self in _ERRORS else ()

    @property
    def error_code(self) -> int:
        """The code of the error in Kafka's protocol; 0 if the answer is not an error."""
        return _ERRORS[self][1] if self in _ERRORS else 0


_ERRORS = {
    StrikeAnswer.UNKNOWN_SERVER_ERROR: ((Request.END_TXN,), -1),
    StrikeAnswer.NOT_LEADER_OR_FOLLOWER: ((Request.PRODUCE,), 6),
    StrikeAnswer.COORDINATOR_NOT_AVAILABLE: ((Request.END_TXN,), 15),
    StrikeAnswer.NOT_ENOUGH_REPLICAS: ((Request.PRODUCE,), 19),
    StrikeAnswer.CONCURRENT_TRANSACTIONS: ((Request.END_TXN,), 51),
    StrikeAnswer.SHARE_SESSION_NOT_FOUND: ((Request.SHARE_FETCH, Request.SHARE_ACKNOWLEDGE), 122),
}
"""For each error: the kinds of requests that a broker answers with the error, and the error's number."""

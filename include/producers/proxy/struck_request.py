"""The records of a struck request, and of other requests that the proxy has passed on."""

from dataclasses import dataclass

from include.load.strike_terms import Strike
from include.producers.proxy.frames import AFTER_CORRELATION_ID, RequestContent, RequestHeader


@dataclass
class StruckRequest:
    """A struck request, and what happened to it. All times are in ns of the cell's clock."""

    strike: Strike
    broker: int
    """The id of the broker that the request was sent to."""
    header: RequestHeader
    frame: bytes
    content: RequestContent | None
    """The content of the request; None if its body is not read."""
    struck_ns: int
    is_due: bool = False
    """Whether the event has happened after which a held request goes on."""
    again_answered_ns: int | None = None
    """The time at which a broker answered the client's repetition of the request; None without such an
    answer."""
    released_ns: int | None = None
    """The time at which a held or delayed request was sent to the broker; None for other requests, and until
    the request is sent."""
    answered_ns: int | None = None
    error_code: int | None = None
    """The error code in the answer, 0 without an error; None if not known."""

    @property
    def is_complete(self) -> bool:
        """Whether the strike is complete: the request was answered, or will never be answered."""
        return self.answered_ns is not None or not self.strike.needs_an_answer


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that was passed on to a broker, and its relation to the held request."""

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

"""The time that a request takes, and the time that each message in it takes, from two rates."""

from dataclasses import dataclass


@dataclass(frozen=True)
class RequestRate:
    """How many messages a request carries, and how many messages are sent per second."""

    messages_per_request: float
    messages_per_second: float


@dataclass(frozen=True)
class RequestCosts:
    """Microseconds for a request, and for each message in it."""

    request: float
    message: float


def request_costs(fewer: RequestRate | None, more: RequestRate | None) -> RequestCosts | None:
    """The costs, under the assumption that sending takes a fixed time for a request and for each message.

    With n messages in a request a message then takes 1/rate = request/n + message. None where either rate is
    unknown, or where one of the costs would be negative.
    """
    if fewer is None or more is None or not _is_solvable(fewer, more):
        return None
    time_with_fewer, time_with_more = 1e6 / fewer.messages_per_second, 1e6 / more.messages_per_second
    request = (time_with_fewer - time_with_more) / (
        1 / fewer.messages_per_request - 1 / more.messages_per_request
    )
    message = time_with_fewer - request / fewer.messages_per_request
    return RequestCosts(request, message) if min(request, message) > 0 else None


def _is_solvable(fewer: RequestRate, more: RequestRate) -> bool:
    known = min(fewer.messages_per_request, fewer.messages_per_second, more.messages_per_second) > 0
    return known and fewer.messages_per_request < more.messages_per_request

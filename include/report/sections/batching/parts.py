"""What a request costs and what a message in it costs, from the rates of two sizes of batches."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """How many messages a request carries, and how many are sent in a second."""

    carried: float
    rate: float


@dataclass(frozen=True)
class Parts:
    """Microseconds for a request, and for each message in it."""

    request: float
    message: float


def taken_apart(fewer: Pace | None, more: Pace | None) -> Parts | None:
    """The parts, if sending takes so long for a request and so long for each message, and for nothing else.

    With n messages in a request, a message then takes 1/rate = request/n + message. None where either pace
    isn't known, or where one of the parts would have to be less than nothing.
    """
    if (
        not fewer
        or not more
        or min(fewer.carried, fewer.rate, more.rate) <= 0
        or fewer.carried >= more.carried
    ):
        return None
    request = (1e6 / fewer.rate - 1e6 / more.rate) / (1 / fewer.carried - 1 / more.carried)
    message = 1e6 / fewer.rate - request / fewer.carried
    return Parts(request, message) if min(request, message) > 0 else None

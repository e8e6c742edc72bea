"""What a struck request carries, as its body says."""

from dataclasses import dataclass

from include.load_runtime.strike import End


@dataclass(frozen=True)
class RequestContent:
    """The producer of a request, and what it asks for or has messages of; None where that is not known."""

    producer_id: int | None
    producer_epoch: int | None
    outcome: End | None = None
    """What an EndTxn request asks for."""
    partitions: tuple[int, ...] = ()
    """The partitions that a Produce request has messages of."""
    messages: int | None = None
    """The number of messages of a Produce request."""

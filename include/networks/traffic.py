"""What crosses the network of a host, and what of it is to be lost or held back."""

from dataclasses import astuple, dataclass
from enum import StrEnum


class Direction(StrEnum):
    """Which packets of a host are lost: those that leave it, or also those that are on their way to it."""

    OUTGOING = "outgoing"
    BOTH = "both"


@dataclass(frozen=True)
class Loss:
    """A share of packets that is lost, from 0 to 1, each independently of the others; 0: they are counted."""

    share: float
    direction: Direction = Direction.OUTGOING


CUT_OFF = Loss(1, Direction.BOTH)
"""As if the cable were unplugged."""


@dataclass(frozen=True)
class Delay:
    """A time in ms for which outgoing packets are held, and the share that passes at once, from 0 to 1."""

    milliseconds: float
    share_at_once: float = 0


@dataclass(frozen=True)
class RoundTrips:
    """The times in ms that a packet and its answer take, in addition to those that they take anyway."""

    clients: float = 0
    """Between clients and brokers, and between clients that have networks of their own."""
    brokers: float = 0
    """Between brokers."""


@dataclass(frozen=True)
class Traffic:
    """Packets that crossed the bridge or were dropped there, and segments that the host's TCP sent.

    A segment that TCP retransmits is not among ``segments_sent`` (OutSegs and RetransSegs of RFC 4022).
    """

    outgoing_passed: int
    outgoing_dropped: int
    incoming_passed: int
    incoming_dropped: int
    segments_sent: int
    segments_retransmitted: int

    def since(self, earlier: "Traffic") -> "Traffic":
        """What was added since an earlier reading."""
        return Traffic(*(now - then for now, then in zip(astuple(self), astuple(earlier), strict=True)))

    def passed(self, direction: Direction) -> int:
        """The packets that were not dropped."""
        return self.outgoing_passed + (self.incoming_passed if direction is Direction.BOTH else 0)

    def dropped(self, direction: Direction) -> int:
        """The packets that were dropped."""
        return self.outgoing_dropped + (self.incoming_dropped if direction is Direction.BOTH else 0)


@dataclass(frozen=True)
class PacketCounts:
    """How many packets met a broken network, and how many of them were dropped."""

    count: int
    dropped: int | None
    """None where no packet was to be dropped: packets were delayed or reordered, or only counted."""

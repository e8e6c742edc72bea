"""The losses and delays of a host's packets, and the counts of its packets."""

from dataclasses import astuple, dataclass
from enum import StrEnum


class Direction(StrEnum):
    """Which packets of a host are lost: packets from the host, or packets from and to the host."""

    OUTGOING = "outgoing"
    BOTH = "both"


@dataclass(frozen=True)
class Loss:
    """A share of packets that are lost, from 0 to 1.

    Each packet is lost independently. With a share of 0, packets are only counted.
    """

    share: float
    direction: Direction = Direction.OUTGOING


CUT_OFF = Loss(1, Direction.BOTH)
"""The loss of all packets, as if the cable were unplugged."""


@dataclass(frozen=True)
class Delay:
    """The delay of outgoing packets in ms, and the share (from 0 to 1) of packets that are not delayed."""

    milliseconds: float
    share_at_once: float = 0


@dataclass(frozen=True)
class RoundTrips:
    """The round-trip times in ms that are added to those of the network itself."""

    clients: float = 0
    """The added round-trip time between clients and brokers, and between clients that have their own
    networks."""
    brokers: float = 0
    """The added round-trip time between brokers."""


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
        """The increase of each number since an earlier reading."""
        return Traffic(*(now - then for now, then in zip(astuple(self), astuple(earlier), strict=True)))

    def passed(self, direction: Direction) -> int:
        """The number of packets in ``direction`` that were not dropped."""
        return self.outgoing_passed + (self.incoming_passed if direction is Direction.BOTH else 0)

    def dropped(self, direction: Direction) -> int:
        """The number of packets in ``direction`` that were dropped."""
        return self.outgoing_dropped + (self.incoming_dropped if direction is Direction.BOTH else 0)


@dataclass(frozen=True)
class PacketCounts:
    """The number of packets that matched the rules of a broken network, and the number of dropped packets."""

    count: int
    dropped: int | None
    """None if the fault drops no packets, but only delays, reorders or counts packets."""

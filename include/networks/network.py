"""A network that can be broken."""

from typing import Protocol

from include.networks.tcp import Retransmission
from include.networks.traffic import Delay, Loss, PacketCounts, Traffic


class Network(Protocol):
    """The network of one broker or load program, which is broken in one way at a time."""

    def break_by(self, cause: Loss | Delay) -> None:
        """Drop or hold back packets from now on."""

    def mend(self) -> PacketCounts:
        """Restore the network, and return how many packets met what broke it."""

    def round_trip_to(self, address: str) -> float:
        """The shortest of a few round trips in ms to an IPv4 address."""

    def traffic(self) -> Traffic:
        """What has crossed the network since the host was connected."""

    def retransmissions(self) -> list[Retransmission]:
        """What the host's TCP sends again until it is acknowledged."""

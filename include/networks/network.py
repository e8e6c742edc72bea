"""A network that can be broken."""

from typing import Protocol

from include.networks.packet_counts import PacketCounts


class Network(Protocol):
    """The own network of a broker or a load program, which is broken in one way at a time."""

    def cut_off(self) -> None:
        """Drop every packet from and to others."""

    def lose_packets(self, share: float) -> None:
        """Drop a share of the packets, at random."""

    def delay_packets(self, milliseconds: int) -> None:
        """Delay every packet that leaves."""

    def reorder_packets(self, share: float, milliseconds: int) -> None:
        """Send a share of the packets at once, and the others after a delay."""

    def mend(self) -> PacketCounts:
        """Restore it, and return how many packets met what it was broken by."""
        ...

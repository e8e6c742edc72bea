"""A network that can be broken."""

from typing import Protocol

from include.networks.packet_counts import PacketCounts


class Network(Protocol):
    """The network of one broker or load program, which is broken in one way at a time."""

    def cut_off(self) -> None:
        """Drop every incoming and outgoing packet."""

    def lose_packets(self, share: float) -> None:
        """Drop a share of the packets, at random."""

    def delay_packets(self, milliseconds: int) -> None:
        """Delay every outgoing packet."""

    def reorder_packets(self, share: float, milliseconds: int) -> None:
        """Send a share of the outgoing packets immediately, and the others after a delay."""

    def mend(self) -> PacketCounts:
        """Restore the network, and return how many packets met the rules that broke it."""
        ...

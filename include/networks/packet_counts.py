"""The packets that met the rules by which a network was broken."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PacketCounts:
    """How many packets met the rules, and how many of them were dropped."""

    seen: int
    dropped: int | None
    """None where no packet was to be dropped: packets were delayed or reordered, or only counted."""

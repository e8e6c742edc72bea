"""Reorder the packets that the producer sends, as a network with several routes would."""

from include.faults.packet_fault import REORDER, packet_fault_of_producer

RECORD = packet_fault_of_producer(
    "reorder-producer-packets", "Packets of the producer are reordered", REORDER
)

"""Reorder the packets that the leader sends, as a network with several routes would."""

from include.faults.packet_fault import REORDER, packet_fault_of_leader

RECORD = packet_fault_of_leader("reorder-packets", "Packets of the leader are reordered", REORDER)

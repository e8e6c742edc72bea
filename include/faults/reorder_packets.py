"""Reorder the packets that the leader sends, as a network with several routes would."""

from include.faults.packet_fault import packet_fault_of_leader, reorder

RECORD = packet_fault_of_leader("reorder-packets", "Packets of the leader are reordered", reorder)

"""Lose packets of the leader, as a damaged cable would."""

from include.faults.packet_fault import lose, packet_fault_of_leader

RECORD = packet_fault_of_leader("lose-packets", "Packets of the leader are lost", lose)

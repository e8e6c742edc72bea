"""Lose packets of the leader, as a damaged cable would."""

from include.faults.packet_fault import LOSE, packet_fault_of_leader

RECORD = packet_fault_of_leader("lose-packets", "Packets of the leader are lost", LOSE)

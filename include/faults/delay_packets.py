"""Delay the packets that the leader sends, as a network over a long distance would."""

from include.faults.packet_fault import DELAY, packet_fault_of_leader

RECORD = packet_fault_of_leader("delay-packets", "Packets of the leader are delayed", DELAY)

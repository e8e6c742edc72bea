"""Lose packets of the producer, as a damaged cable would."""

from include.faults.packet_fault import LOSE, packet_fault_of_producer

RECORD = packet_fault_of_producer("lose-producer-packets", "Packets of the producer are lost", LOSE)

"""Delay the packets that the producer sends, as a network over a long distance would."""

from include.faults.packet_fault import DELAY, packet_fault_of_producer

RECORD = packet_fault_of_producer("delay-producer-packets", "Packets of the producer are delayed", DELAY)

"""Delay the packets that the producer sends, as a network over a long distance would."""

from include.faults.broken_network import BrokenNetwork, break_network_of_producer, restore_network
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Delay every packet from the producer by ``fault_delay_ms``."""
    delay = scene.settings.fault_delay_ms
    return break_network_of_producer(scene, lambda network: network.delay_packets(delay))


RECORD = Fault(
    "delay-producer-packets",
    "Packets of the producer are delayed",
    Target.PRODUCER,
    Capability.PROGRAM_NETWORK,
    begin,
    restore_network,
)

"""Delay what the producer sends, as a long way would."""

from include.faults.scene import BrokenNetwork, Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Break its network."""
    delay = scene.settings.fault_delay_ms
    return scene.break_network_of_producer(lambda network: network.delay_packets(delay))


def end(_scene: Scene, broken: BrokenNetwork) -> None:
    """Mend it."""
    broken.mend()

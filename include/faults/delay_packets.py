"""Delay what the broker that leads sends, as a long way would."""

from include.faults.scene import BrokenNetwork, Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Break its network."""
    return scene.break_network_of_leader(lambda network: network.delay_packets(scene.settings.fault_delay_ms))


def end(_scene: Scene, broken: BrokenNetwork) -> None:
    """Mend it."""
    broken.mend()

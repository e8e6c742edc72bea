"""Delay what the broker that leads sends, as a long way would."""

from include.faults.scene import BrokenNetwork, Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Break its network."""
    return scene.broken_network(lambda network: network.delay_packets(scene.settings.fault_delay_ms))


def end(_scene: Scene, broken: BrokenNetwork) -> None:
    """Mend it."""
    broken.mend()

"""Lose packets from and to the broker that leads, as a bad cable would."""

from include.faults.scene import BrokenNetwork, Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Break its network."""
    return scene.break_network_of_leader(lambda network: network.lose_packets(scene.settings.fault_share))


def end(_scene: Scene, broken: BrokenNetwork) -> None:
    """Mend it."""
    broken.mend()

"""Change the order of what the producer sends, as several ways would."""

from include.faults.scene import BrokenNetwork, Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Break its network."""
    share, delay = scene.settings.fault_share, scene.settings.fault_delay_ms
    return scene.break_network_of_producer(lambda network: network.reorder_packets(share, delay))


def end(_scene: Scene, broken: BrokenNetwork) -> None:
    """Mend it."""
    broken.mend()

"""Cut the broker that leads off from the others and from clients, until the others have noticed."""

from include.faults.scene import BrokenNetwork, Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Drop every packet."""
    return scene.break_network_of_leader(lambda network: network.cut_off())


def end(scene: Scene, broken: BrokenNetwork) -> None:
    """Join it again, now that another leads in its place."""
    scene.wait_for_another_leader(scene.topics.first, scene.settings.fault_partition, broken.whose)
    broken.mend()

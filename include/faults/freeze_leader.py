"""Pause the leader, as a long garbage collection would, or the leader and further brokers."""

from collections.abc import Iterator

from include.faults.scene import FaultError, Scene
from include.faults.struck_leader import leader, leader_fault
from include.settings.fault_parameters import FrozenBrokersParameters, parameters


def inject(scene: Scene) -> Iterator[str]:
    """Pause the leader and the next brokers by number, and resume them when the fault ends.

    Raises:
        FaultError: The cluster has fewer brokers.
    """
    count = parameters(scene.settings, FrozenBrokersParameters).frozen_brokers
    first, living = leader(scene), sorted(scene.brokers.living())
    if len(living) < count:
        raise FaultError(f"frozen_brokers is {count}, and {len(living)} brokers answer")
    others = sorted(set(living) - {first.id}, key=lambda id: (id < first.id, id))
    frozen = [first, *(scene.brokers.broker(id) for id in others[: count - 1])]
    for broker in frozen:
        broker.pause()
    yield " and ".join(map(str, frozen))
    for broker in frozen:
        broker.resume()


RECORD = leader_fault("freeze-leader", "The leader is paused", inject, "frozen_brokers")

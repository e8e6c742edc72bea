"""Restart the brokers of a cluster one after another, as operators do, while messages are sent."""

from collections.abc import Callable

from include.faults.scene import Broker, FaultError, Scene

HEALTHY_TIMEOUT_SECONDS = 90.0
"""The maximum time from the start of a broker until all replicas are in sync again."""


def restart_one_by_one(scene: Scene, start: Callable[[Broker], None]) -> str:
    """Restart brokers in the order of ids. After each restart, wait until all replicas are in sync.

    Args:
        scene: The running cell.
        start: Starts a broker that was stopped in an orderly way.

    Returns:
        The names of the brokers in the order in which they were restarted.

    Raises:
        FaultError: All messages had been sent before the last broker was restarted.
    """
    missing = ["an answer"]

    def is_healthy() -> bool:
        missing[:] = scene.brokers.missing()
        return not missing

    brokers = [scene.brokers.broker(id) for id in sorted(scene.brokers.living())]
    for broker in brokers:
        broker.stop()
        start(broker)
        scene.supervisor.wait_until(
            is_healthy, HEALTHY_TIMEOUT_SECONDS, lambda: f"the cluster lacked {missing[0]} after a restart"
        )
    if scene.has_sent_all:
        raise FaultError("all messages had been sent before the last broker was restarted: use more messages")
    return ", then ".join(map(str, brokers))

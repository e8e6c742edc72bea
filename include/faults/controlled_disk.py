"""A broker whose disk a fault can strike."""

from include.faults.scene import Broker, DiskBroker, FaultError


def controlled(broker: Broker) -> DiskBroker:
    """The broker, after a check that its disk is controlled.

    Raises:
        FaultError: It is not.
    """
    if not isinstance(broker, DiskBroker):
        raise FaultError(f"the disk of {broker} is not controlled")
    broker.check_disk_is_controlled()
    return broker

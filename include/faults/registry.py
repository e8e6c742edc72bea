"""Every fault there is, by name."""

from collections.abc import Callable
from typing import Any, Protocol

from include.faults import (
    add_consumer,
    cut_off_leader,
    delay_packets,
    delay_producer_packets,
    freeze_consumer,
    freeze_leader,
    freeze_producer,
    kill_between_steps,
    kill_consumer,
    kill_coordinator,
    kill_leader,
    kill_monitor,
    kill_producer,
    lose_packets,
    lose_producer_packets,
    lose_replicas,
    rebalance,
    reorder_packets,
    reorder_producer_packets,
    restart_consumers,
    stop_consumer,
    stop_leader,
)
from include.faults.scene import Scene
from include.faults.specification import FaultName


class Fault(Protocol):
    """A module that is a fault."""

    @property
    def begin(self) -> Callable[[Scene], Any]:
        """Break it; what was struck, whose text names it. Returns when it is broken.

        Raises:
            FaultError: it can't be broken.
        """
        ...

    @property
    def end(self) -> Callable[[Scene, Any], None]:
        """Mend what ``begin`` struck."""
        ...


FAULTS: dict[FaultName, Fault] = {
    FaultName.KILL_LEADER: kill_leader,
    FaultName.KILL_COORDINATOR: kill_coordinator,
    FaultName.STOP_LEADER: stop_leader,
    FaultName.FREEZE_LEADER: freeze_leader,
    FaultName.LOSE_REPLICAS: lose_replicas,
    FaultName.CUT_OFF_LEADER: cut_off_leader,
    FaultName.LOSE_PACKETS: lose_packets,
    FaultName.DELAY_PACKETS: delay_packets,
    FaultName.REORDER_PACKETS: reorder_packets,
    FaultName.LOSE_PRODUCER_PACKETS: lose_producer_packets,
    FaultName.DELAY_PRODUCER_PACKETS: delay_producer_packets,
    FaultName.REORDER_PRODUCER_PACKETS: reorder_producer_packets,
    FaultName.KILL_PRODUCER: kill_producer,
    FaultName.FREEZE_PRODUCER: freeze_producer,
    FaultName.KILL_BEFORE_COMMIT: kill_between_steps,
    FaultName.KILL_BEFORE_PROCESSING: kill_between_steps,
    FaultName.FREEZE_CONSUMER: freeze_consumer,
    FaultName.REBALANCE: rebalance,
    FaultName.ADD_CONSUMER: add_consumer,
    FaultName.STOP_CONSUMER: stop_consumer,
    FaultName.KILL_CONSUMER: kill_consumer,
    FaultName.RESTART_CONSUMERS: restart_consumers,
    FaultName.KILL_MONITOR: kill_monitor,
}

"""What crosses the producer's network while it sends, and the round trips that TCP measures."""

from collections.abc import Sequence
from statistics import median

from include.cells.fault_injection import FaultWindow
from include.faults.broken_network import BrokenNetwork
from include.networks.bridge import Bridge
from include.networks.network import Network
from include.networks.traffic import Direction, Loss, Traffic
from include.rawlog.manifest import NetworkRecord


class NetworkWatch:
    """Counts from its creation to ``record``."""

    def __init__(self, bridge: Bridge | None, producer: str, network: Network | None) -> None:
        """Read the counters.

        Args:
            bridge: The bridge of the brokers' network; None if nothing stands in the path of packets.
            producer: The name of the producer.
            network: The producer's own network; None if it uses the host's network.
        """
        self._bridge, self._producer, self._network = bridge, producer, network
        self._before = network.traffic() if network else None

    def record(self, windows: Sequence[FaultWindow]) -> NetworkRecord | None:
        """Return what happened since; None if nothing stands in the path of packets.

        Where packets of the producer were to be lost, only what happened meanwhile.

        Args:
            windows: The windows in which faults were active.
        """
        if not self._bridge:
            return None
        between_brokers, others = self._bridge.round_trips()
        return NetworkRecord(
            **self._counts(windows),
            round_trip_ms=median(others) if others else None,
            broker_round_trip_ms=median(between_brokers) if between_brokers else None,
        )

    def _counts(self, windows: Sequence[FaultWindow]) -> dict[str, int]:
        if not (self._network and self._before):
            return {}
        for window in windows:
            struck = window.target
            if isinstance(struck, BrokenNetwork) and struck.owner == self._producer and struck.traffic:
                direction = struck.cause.direction if isinstance(struck.cause, Loss) else Direction.OUTGOING
                return _counts(struck.traffic, direction)
        return _counts(self._network.traffic().since(self._before), Direction.OUTGOING)


def _counts(traffic: Traffic, direction: Direction) -> dict[str, int]:
    return {
        "packets_passed": traffic.passed(direction),
        "packets_dropped": traffic.dropped(direction),
        "segments_sent": traffic.segments_sent,
        "segments_retransmitted": traffic.segments_retransmitted,
    }

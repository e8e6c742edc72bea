"""Count the producer's packets and lost connections, and measure round-trip times."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from include.cells.fault_injection import FaultWindow
from include.faults.broken_network import BrokenNetwork
from include.machine.errors import CellError, PlatformError
from include.machine.networks.bridge import Bridge
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.packet_changes_and_counts import Direction, Loss, RoundTrips, Traffic
from include.rawlog.manifest import NetworkRecord

LONGEST_ROUND_TRIP, SCHEDULING_MS = 1.25, 1
"""The longest accepted round-trip time is the requested time multiplied by ``LONGEST_ROUND_TRIP``, plus
``SCHEDULING_MS``."""


class NetworkWatch:
    """Counts packets on the producer's network, from its creation until ``record`` is called."""

    def __init__(self, bridge: Bridge | None, producer: str, network: HostNetwork | None) -> None:
        """Read the packet counters of the producer's network.

        Args:
            bridge: The bridge of the brokers' network; None if the cluster has no bridge.
            network: The producer's own network; None if it uses the host's network.
        """
        self._bridge, self._producer, self._network = bridge, producer, network
        self._before = network.traffic() if network else None

    def record(self, windows: Sequence[FaultWindow]) -> NetworkRecord | None:
        """The packets since this watch began, and the present round-trip times; None without a bridge.

        If a fault breaks the producer's network, only packets during the fault are counted.
        """
        if not self._bridge:
            return None
        return NetworkRecord(
            **self._counts(windows),
            round_trip_ms=_if_answered(partial(self._round_trip, self._bridge)),
            broker_round_trip_ms=_if_answered(self._bridge.round_trip_between_brokers),
        )

    def _round_trip(self, bridge: Bridge) -> float:
        """The round-trip time between a broker and the producer.

        If the producer uses this machine's network, the time is measured between a broker and this machine.
        """
        if not self._network:
            return bridge.round_trip_to_machine()
        return self._network.round_trip_to(next(iter(bridge.brokers)))

    def _counts(self, windows: Sequence[FaultWindow]) -> dict[str, int]:
        if not (self._network and self._before):
            return {}
        for window in windows:
            target = window.target
            if isinstance(target, BrokenNetwork) and target.owner == self._producer and target.traffic:
                direction = target.cause.direction if isinstance(target.cause, Loss) else Direction.OUTGOING
                return _counts(target.traffic, direction)
        return _counts(self._network.traffic().since(self._before), Direction.OUTGOING)


def _if_answered(measure: Callable[[], float | None]) -> float | None:
    """A round-trip time; None if no answer comes because a fault has ended the broker."""
    try:
        return measure()
    except PlatformError:
        return None


def check_round_trips(record: NetworkRecord | None, settings: RoundTrips) -> None:
    """Check that the measured round-trip times agree with the settings."""
    network = record or NetworkRecord()
    _check_round_trip("clients and brokers", network.round_trip_ms, settings.clients)
    _check_round_trip("brokers", network.broker_round_trip_ms, settings.brokers)


def _check_round_trip(between: str, round_trip_ms: float | None, added_ms: float) -> None:
    most = added_ms * LONGEST_ROUND_TRIP + SCHEDULING_MS
    if added_ms and (round_trip_ms is None or not added_ms <= round_trip_ms <= most):
        text = "was not measured" if round_trip_ms is None else f"was measured as {round_trip_ms:.3g} ms"
        raise CellError(
            f"the round trip between {between} {text}; it should be {added_ms:g} to {most:.3g} ms"
        )


def _counts(traffic: Traffic, direction: Direction) -> dict[str, int]:
    return {
        "packets_passed": traffic.passed(direction),
        "packets_dropped": traffic.dropped(direction),
        "segments_sent": traffic.segments_sent,
        "segments_retransmitted": traffic.segments_retransmitted,
    }


JAVA_CONNECTION_ENDED = b" disconnected."
JAVA_NEVER_ESTABLISHED = b" could not be established."


def connections_lost(log: Path) -> int:
    """The number of established connections that either side closed; 0 without a log.

    librdkafka logs a closed connection at level 6 (information), with the facility FAIL and the state of the
    connection. The statistics of librdkafka also contain this number, but cost a histogram update for every
    message. The Java client logs a line when a node is disconnected, and another line if the connection had
    never been established.
    """
    lines = log.read_bytes().splitlines() if log.is_file() else []
    of_librdkafka = sum(b"|FAIL|" in line and b"in state UP" in line for line in lines)
    ends = sum(JAVA_CONNECTION_ENDED in line for line in lines)
    never_established = sum(JAVA_NEVER_ESTABLISHED in line for line in lines)
    return of_librdkafka + max(0, ends - never_established)

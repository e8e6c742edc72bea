"""The bridge of a cluster's network: a namespace that every packet between two hosts crosses.

A distance between hosts holds back all packets between them for a time. Its rules are in another table than
those of broken networks, so that a packet may meet both.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median

from include.networks.host_network import HOST_PORT, OTHER_PORT, HostNetwork, mend_all
from include.networks.namespace import Namespace, change_rules, measure_round_trips
from include.networks.packet_holder import PacketHolder
from include.networks.traffic import Delay, RoundTrips

CLIENTS_QUEUE, BROKERS_QUEUE = 65_533, 65_534
"""The numbers of the netfilter queues: of packets between clients and brokers, and between brokers."""


@dataclass
class DistanceCost:
    """The CPU time of the programs that delay packets."""

    cpu_seconds: float = 0
    """The CPU time in seconds, which is known when the delay has ended; 0 before."""


@contextmanager
def distance(
    bridge: Namespace, brokers: Sequence[str], machine: str, round_trips: RoundTrips
) -> Iterator[DistanceCost]:
    """Hold packets back until the context ends; half of each round trip in each direction.

    Args:
        bridge: The namespace of the bridge.
        brokers: The addresses of the brokers.
        machine: The address from which programs without a namespace of their own reach the brokers.
        round_trips: The times.
    """
    cost = DistanceCost()
    queues = {CLIENTS_QUEUE: round_trips.clients, BROKERS_QUEUE: round_trips.brokers}
    holders: dict[int, PacketHolder] = {}
    with ExitStack() as stack:
        for queue, milliseconds in queues.items():
            if milliseconds:
                holders[queue] = PacketHolder(bridge, queue, Delay(milliseconds / 2))
                stack.callback(_end, holders[queue], cost)
        stack.callback(_set, bridge, [])
        _set(bridge, _rules(holders, ",".join(brokers), machine))
        yield cost


def _rules(holders: Mapping[int, PacketHolder], brokers: str, machine: str) -> list[str]:
    """The rules, by which each packet is held back once: where it comes from its host to the bridge."""
    if not holders:
        return []
    targets = {queue: holder.target for queue, holder in holders.items()}
    from_host, from_machine = (
        f"-m physdev --physdev-in {HOST_PORT}+",
        f"-m physdev --physdev-in {OTHER_PORT}+",
    )
    to_clients = targets.get(CLIENTS_QUEUE, "-j ACCEPT")
    return [
        f"{from_host} -s {brokers} -d {brokers} {targets.get(BROKERS_QUEUE, '-j ACCEPT')}",
        f"{from_host} {to_clients}",
        f"{from_machine} -s {machine} {to_clients}",
    ]


def _set(bridge: Namespace, rules: Sequence[str]) -> None:
    """Replace all rules of distances, also those of a process that was killed."""
    change_rules(bridge, ["-F FORWARD", *(f"-A FORWARD {rule}" for rule in rules)], "mangle")


def _end(holder: PacketHolder, cost: DistanceCost) -> None:
    cost.cpu_seconds += holder.end()


@dataclass(frozen=True)
class Bridge:
    """A bridge, and the hosts that it connects: brokers, and load programs with namespaces of their own."""

    namespace: Namespace
    machine: str
    """The IPv4 address of this machine, from which programs without a namespace reach the hosts."""
    brokers: Mapping[str, Namespace]
    """The namespaces of the brokers, by their IPv4 addresses."""

    def network(self, host: str, namespace: Namespace) -> HostNetwork:
        """The network of a host.

        Args:
            host: The name of the host.
            namespace: The namespace of the host.
        """
        return HostNetwork(self.namespace, host, namespace)

    def distance(self, round_trips: RoundTrips) -> AbstractContextManager[DistanceCost]:
        """A context in which all packets between hosts take longer."""
        return distance(self.namespace, list(self.brokers), self.machine, round_trips)

    def round_trip_to_machine(self) -> float:
        """The shortest of a few round trips in ms from a broker to this machine."""
        namespace = next(iter(self.brokers.values()))
        return measure_round_trips(namespace, [self.machine])[0]

    def round_trip_between_brokers(self) -> float | None:
        """The shortest of a few round trips in ms between two brokers; None with a single broker."""
        first, *others = self.brokers
        return median(measure_round_trips(self.brokers[first], others)) if others else None

    def mend(self) -> None:
        """Mend the networks of all hosts, whoever has broken them."""
        mend_all(self.namespace)

"""The bridge of a cluster's network: a namespace that every packet between two hosts crosses.

A distance is a delay of all packets between hosts. The rules of distances have a chain of their own, so that
a distance and a broken network can affect the same packet.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from statistics import median

from include.machine.networks.host_packet_rules import HOST_PORT, OTHER_PORT, HostNetwork
from include.machine.networks.namespace import Namespace, change_rules, checked, measure_round_trips
from include.machine.networks.packet_changes_and_counts import Delay, RoundTrips
from include.machine.networks.packet_holder import PacketHolder

CLIENTS_QUEUE, BROKERS_QUEUE = 65_533, 65_534
"""The numbers of two netfilter queues: for packets between clients and brokers, and for packets between
brokers."""


@dataclass
class DistanceCost:
    """The CPU time of the programs that delay packets."""

    cpu_seconds: float = 0
    """The CPU time in seconds of the programs that have ended so far; 0 until the first one ends."""

    def end(self, holder: PacketHolder) -> None:
        """End a program that delays packets, and add its CPU time to ``cpu_seconds``."""
        self.cpu_seconds += holder.end()


@dataclass(frozen=True)
class Bridge:
    """A bridge, and the hosts that it connects: brokers, and load programs with their own namespaces."""

    namespace: Namespace
    machine: str
    """The IPv4 address of this machine on the bridge. Programs without a namespace connect to the hosts from
    this address."""
    brokers: Mapping[str, Namespace]
    """The namespaces of the brokers, by their IPv4 addresses."""

    def network(self, host: str, namespace: Namespace) -> HostNetwork:
        """The network of a host. The name of the host's port on the bridge ends with ``host``."""
        return HostNetwork(self.namespace, host, namespace)

    @contextmanager
    def distance(self, round_trips: RoundTrips) -> Iterator[DistanceCost]:
        """Until the context ends, delay each packet between hosts by half of the round-trip time."""
        cost = DistanceCost()
        queues = {CLIENTS_QUEUE: round_trips.clients, BROKERS_QUEUE: round_trips.brokers}
        targets: dict[int, str] = {}
        with ExitStack() as stack:
            for queue, milliseconds in queues.items():
                if milliseconds:
                    holder = PacketHolder(self.namespace, queue, Delay(milliseconds / 2))
                    stack.callback(cost.end, holder)
                    targets[queue] = holder.target
            stack.callback(self._set, [])
            self._set(self._rules(targets))
            yield cost

    def round_trip_to_machine(self) -> float:
        """The shortest of a few round-trip times in ms from a broker to this machine."""
        namespace = next(iter(self.brokers.values()))
        return measure_round_trips(namespace, [self.machine])[0]

    def round_trip_between_brokers(self) -> float | None:
        """The median round-trip time in ms from one broker to the others; None with a single broker."""
        first, *others = self.brokers
        return median(measure_round_trips(self.brokers[first], others)) if others else None

    def mend(self) -> None:
        """Mend the networks of all hosts, even if another process has broken them."""
        rules = checked(self.namespace, "iptables", "-w", "-S")
        change_rules(self.namespace, ["-F PREROUTING"], "mangle")
        change_rules(
            self.namespace, [f"-F {chain}" for chain in re.findall(r"^-N (broken-\S+)", rules, re.M)]
        )

    def _rules(self, targets: Mapping[int, str]) -> list[str]:
        """The iptables rules that delay each packet once: when it arrives at the bridge from its host."""
        if not targets:
            return []
        brokers, from_host = ",".join(self.brokers), f"-m physdev --physdev-in {HOST_PORT}+"
        to_brokers, to_clients = (targets.get(queue, "-j ACCEPT") for queue in (BROKERS_QUEUE, CLIENTS_QUEUE))
        return [
            f"{from_host} -s {brokers} -d {brokers} {to_brokers}",
            f"{from_host} {to_clients}",
            f"-m physdev --physdev-in {OTHER_PORT}+ -s {self.machine} {to_clients}",
        ]

    def _set(self, rules: Sequence[str]) -> None:
        """Replace all rules that delay packets, including rules that a killed process has left behind."""
        change_rules(self.namespace, ["-F FORWARD", *(f"-A FORWARD {rule}" for rule in rules)], "mangle")

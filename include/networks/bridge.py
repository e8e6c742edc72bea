"""The bridge of a cluster's network: a namespace that every packet between two hosts crosses."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from statistics import median

from include.networks.distance import DistanceCost, distance
from include.networks.host_network import HostNetwork, mend_all
from include.networks.namespace import Namespace, measure_round_trips
from include.networks.traffic import RoundTrips


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

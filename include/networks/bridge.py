"""The bridge of a cluster's network: a namespace that every packet between two hosts crosses."""

from collections.abc import Mapping
from dataclasses import dataclass

from include.networks.host_network import HostNetwork, mend_all
from include.networks.namespace import Namespace
from include.networks.tcp_state import round_trips


@dataclass(frozen=True)
class Bridge:
    """A bridge, and the hosts that it connects: brokers, and load programs with namespaces of their own."""

    namespace: Namespace
    machine: str
    """The IPv4 address of this machine, from which programs without a namespace reach the hosts."""
    brokers: Mapping[str, Namespace]
    """The namespaces of the brokers, by their IPv4 addresses."""

    def network(self, host: str, own: Namespace) -> HostNetwork:
        """Return the network of a host.

        Args:
            host: The name of the host.
            own: The namespace of the host.
        """
        return HostNetwork(self.namespace, host, own)

    def round_trips(self) -> tuple[list[float], list[float]]:
        """Return the shortest round trip in ms of each open connection: between brokers, and others."""
        found = [pair for namespace in self.brokers.values() for pair in round_trips(namespace)]
        between = [milliseconds for address, milliseconds in found if address in self.brokers]
        return between, [milliseconds for address, milliseconds in found if address not in self.brokers]

    def mend(self) -> None:
        """Mend the networks of all hosts, whoever has broken them."""
        mend_all(self.namespace)

"""The interface through which cells use a cluster. All kinds of clusters implement it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from include.faults.scene import Broker
from include.load.proxy_job import BrokerLinks, ProxiedBroker
from include.machine.networks.bridge import Bridge
from include.machine.networks.namespace import Namespace
from include.machine.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord


@dataclass(frozen=True)
class Access:
    """How clients reach a cluster from this machine or from a container network."""

    bootstrap: str
    """The addresses of the brokers, separated by commas."""
    security: Mapping[str, str] = field(default_factory=dict, repr=False)
    """librdkafka's settings for encryption and authentication. They contain secrets and must not be logged.

    Certificates and keys are texts (``ssl.ca.pem``), not files: a load program in a container could not read
    a file.
    """
    network: str | None = None
    """The container network on which the addresses are valid; None: this machine."""
    namespaces: Mapping[str, Namespace] = field(default_factory=dict)
    """The network namespaces of load programs that are processes, by the roles of the programs."""
    bridge: Bridge | None = None
    """The bridge that every packet from or to a broker crosses; None if faults cannot break the networks of
    this cluster."""
    bridge_container: str | None = None
    """The id of the container with the bridge. Load programs in containers are connected to it."""
    proxied: tuple[ProxiedBroker, ...] = ()
    """The listeners of the brokers for clients behind a proxy; empty: the brokers have none."""
    links: BrokerLinks | None = None
    """The links between the brokers, which a proxy can take over; None: there are none."""
    connection: str | None = None
    """The id of the Airflow connection to the cluster; None: Kerran manages the cluster."""

    @property
    def settings(self) -> dict[str, str]:
        """The client settings for connecting."""
        return {"bootstrap.servers": self.bootstrap, **self.security}


class Cluster(Protocol):
    """A running cluster."""

    @property
    def access(self) -> Access:
        """How processes of this machine reach the cluster."""

    @property
    def inside(self) -> Access | None:
        """How containers reach the cluster on its own network; None: they use this machine's network."""

    @property
    def brokers(self) -> list[ProcessIdentity]:
        """The processes of brokers on this machine. The CPU time of these processes is measured."""

    def record(self) -> ClusterRecord:
        """The cluster's description for the manifest."""

    def check(self) -> None:
        """Check that every broker runs, but for those that a fault has ended and ``restore`` starts again.

        Raises:
            PlatformError: A broker does not run. The message contains the broker's name and the end of its
                log.
        """

    def broker(self, id: int) -> Broker:
        """The broker with this id.

        Raises:
            PlatformError: No fault may be injected into the brokers of this cluster.
        """

    def resume(self) -> None:
        """Resume all paused brokers and repair all broken networks that faults have left behind."""

    def restore(self) -> None:
        """Undo the effects of faults; return when the cluster is healthy.

        Raises:
            PlatformError: The cluster does not become healthy in time.
        """

    def stop(self) -> None:
        """If Kerran manages the cluster and it is not stopped yet, stop it and remove its data."""

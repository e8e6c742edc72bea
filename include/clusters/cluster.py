"""What a cell needs to know of the cluster it measures, whichever kind it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from include.faults.scene import Broker
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord


@dataclass(frozen=True)
class Access:
    """How clients reach a cluster from some place."""

    bootstrap: str
    """The addresses that they connect to first, separated by commas."""
    security: Mapping[str, str] = field(default_factory=dict, repr=False)
    """librdkafka's settings for encryption and authentication, secrets among them: never to be logged.

    Certificates and keys stand in it as text (``ssl.ca.pem``), not as files, which a container couldn't read.
    """
    network: str | None = None
    """The container network on which the addresses are valid; None: on this machine."""
    namespaces: Mapping[str, ProcessIdentity] = field(default_factory=dict)
    """Which load programs have a network namespace of their own on this machine, and who holds it."""
    connection: str | None = None
    """The name of the Airflow connection that it comes from; None: the cluster is the project's own."""

    @property
    def settings(self) -> dict[str, str]:
        """What a client needs to connect."""
        return {"bootstrap.servers": self.bootstrap, **self.security}


class Cluster(Protocol):
    """A running Kafka cluster."""

    @property
    def access(self) -> Access:
        """From processes of this machine."""
        ...

    @property
    def inside(self) -> Access | None:
        """From containers on the cluster's own network; None: it has none, and they use this machine's."""
        ...

    @property
    def brokers(self) -> list[ProcessIdentity]:
        """The brokers' processes, where they are this machine's; their CPU time is accounted."""
        ...

    def record(self) -> ClusterRecord:
        """What the manifest says of it."""
        ...

    def check(self) -> None:
        """Make sure that it is whole.

        Raises:
            PlatformError: a broker is gone; it says which, and the end of its log.
        """
        ...

    def broker(self, id: int) -> Broker:
        """The broker with this id.

        Raises:
            PlatformError: it is somebody's, and not to be broken.
        """
        ...

    def resume(self) -> None:
        """Resume every paused broker and repair every broken network, when the fault cannot do so itself."""

    def restore(self) -> None:
        """Undo what faults have done; return when all brokers are whole again.

        Raises:
            PlatformError: that takes too long.
        """

    def stop(self) -> None:
        """End it and remove its data, where it is the project's; what is gone already is fine."""

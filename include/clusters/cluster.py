"""What a cell needs to know of the cluster it measures, whichever kind it is."""

from typing import Protocol

from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord


class Cluster(Protocol):
    """A running Kafka cluster."""

    @property
    def bootstrap(self) -> str:
        """The addresses that clients connect to first, separated by commas."""
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
            ClusterError: a broker is gone; it says which, and the end of its log.
        """
        ...


class ClusterError(Exception):
    """A cluster can't be had, or is not whole; the message is for a user."""

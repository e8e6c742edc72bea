"""The cluster behind the default port of this machine."""

from include.clusters.cluster import Access
from include.clusters.cluster_health import brokers_of
from include.faults.scene import Broker
from include.machine.errors import PlatformError
from include.machine.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord

ADDRESS = "localhost:9092"


class LocalhostCluster:
    """A cluster that runs before and after the run."""

    brokers: list[ProcessIdentity] = []  # noqa: RUF012 - their processes are unknown
    inside: None = None
    access = Access(ADDRESS)

    def record(self) -> ClusterRecord:
        """Its description for the manifest."""
        return ClusterRecord(
            kind="localhost", release="unknown", brokers=len(brokers_of(self.access)), settings={}
        )

    def check(self) -> None:
        """Check that a broker answers.

        Raises:
            PlatformError: No broker answers.
        """
        if not brokers_of(self.access):
            raise PlatformError(f"No broker answers at {ADDRESS}: start one, or choose another CLUSTER.")

    def broker(self, _id: int) -> Broker:
        """Refuse: Kerran does not manage its brokers.

        Raises:
            PlatformError: Kerran does not manage the brokers.
        """
        raise PlatformError(
            f"Kerran did not start the brokers at {ADDRESS}, and injects no faults into them."
        )

    def resume(self) -> None:
        """Do nothing, since no broker was paused."""

    def restore(self) -> None:
        """Do nothing, since no broker was struck."""

    def stop(self) -> None:
        """Do nothing: the brokers continue to run."""

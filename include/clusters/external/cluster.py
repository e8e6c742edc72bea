"""A Kafka cluster that Kerran does not manage, reached through an Airflow connection.

Kerran needs permissions only to create, describe, delete, write and read topics whose names begin with
``kerran.``, and to use groups and transactional ids with such names. Kerran accesses nothing else.
"""

import logging

from confluent_kafka import KafkaException

from include.clusters.cluster import Access
from include.clusters.external.connection import FULL_LOAD, ClusterConnection
from include.clusters.external.connection_probe import ClusterDescription, ConnectionProbe
from include.clusters.external.kind import MIB
from include.clusters.external.run_write_limit import WriteQuota
from include.clusters.topics import delete_topic
from include.faults.scene import Broker
from include.machine.errors import PlatformError
from include.machine.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord

log = logging.getLogger("kerran")


class ExternalCluster:
    """A cluster that a run uses, but neither starts nor stops."""

    brokers: list[ProcessIdentity] = []  # noqa: RUF012 - its brokers are not processes of this machine
    inside: None = None

    def __init__(self, connection: ClusterConnection, quota: WriteQuota) -> None:
        """``quota`` computes how much the run has written so far, and how much it will still write."""
        self._connection = connection
        self._quota = quota
        self._probe = ConnectionProbe(connection.access)
        self._described: ClusterDescription | None = None

    @property
    def access(self) -> Access:
        return self._connection.access

    def record(self) -> ClusterRecord:
        """The cluster's description for the manifest, without secrets."""
        description = self._described or self._describe()
        return ClusterRecord(
            kind="external",
            release=self._connection.release,
            brokers=description.brokers,
            settings={"connection": self._connection.name, "cluster_id": description.cluster_id},
        )

    def check(self) -> None:
        """Check that the cluster answers and has enough brokers, and that the write limit is not exceeded."""
        description, replication = self._describe(), self._quota.replication
        if description.brokers < replication:
            raise PlatformError(
                f"connection {self._connection.name}: the cluster has {description.brokers} brokers, and the "
                f"replication of the plan is {replication}; reduce the replication, or wait for more brokers"
            )
        self._check_limit(self._quota.written_bytes(), "were written")

    def start(self) -> None:
        """Check that a run may begin or continue, log what it will write, and remove topics that it left."""
        self.check()
        limit = self._connection.write_limit / MIB
        log.info(
            "%s The limit of the connection is %.0f MiB.",
            self._quota.announcement(self._connection.name),
            limit,
        )
        total = self._quota.written_bytes() + self._quota.pending_bytes()
        self._check_limit(total, "would be written in total")
        self._check_loads()
        self._remove_leftovers()

    def broker(self, _id: int) -> Broker:
        """Raise an error, because Kerran does not manage the cluster's brokers.

        Raises:
            PlatformError: Always.
        """
        raise PlatformError(
            f"connection {self._connection.name}: Kerran does not manage the brokers, "
            "and injects no faults into them"
        )

    def resume(self) -> None:
        """Do nothing, since no broker was paused."""

    def restore(self) -> None:
        """Do nothing, since no fault was injected."""

    def stop(self) -> None:
        """Try to remove the topics that the run left."""
        try:
            self._remove_leftovers()
        except PlatformError as error:
            log.warning("Topics that the run left on the cluster cannot be removed: %s", error)

    def _describe(self) -> ClusterDescription:
        self._described = self._probe.describe()
        return self._described

    def _check_limit(self, written_bytes: int, when: str) -> None:
        if written_bytes > self._connection.write_limit:
            raise PlatformError(
                f"connection {self._connection.name}: {written_bytes / MIB:.0f} MiB {when}, replicas "
                f"included, and the limit is {self._connection.write_limit / MIB:.0f} MiB; reduce messages "
                "or repetitions, or increase kerran.write_limit_mib in the connection's extra field"
            )

    def _check_loads(self) -> None:
        unpaced = [cell for cell in self._quota.pending() if not cell.settings.traits.pace.is_fixed]
        if unpaced and not self._connection.full_load:
            raise PlatformError(
                f"connection {self._connection.name}: {len(unpaced)} cells, such as {unpaced[0].id}, have no "
                "fixed rate and would use the full capacity of the cluster; set a rate, or allow full load "
                f"with {FULL_LOAD}: true in the connection's extra field"
            )

    def _remove_leftovers(self) -> None:
        self._describe()  # its errors tell best why the cluster cannot be reached
        try:
            topics = self._probe.client.list_topics(timeout=10).topics
        except KafkaException as error:
            raise PlatformError(f"connection {self._connection.name}: {error.args[0].str()}") from error
        for topic in filter(self._quota.owns, topics):
            delete_topic(self.access, topic)
            log.info("Removed topic %s, which an earlier attempt left.", topic)

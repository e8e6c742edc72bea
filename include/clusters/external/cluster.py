"""Somebody's Kafka cluster, reached through an Airflow connection.

It needs no permission but to create, describe, delete, write and read topics whose names begin with
``kerran.``, to use groups and transactional ids of such names. Nothing else is touched, or looked at.
"""

import logging
from collections.abc import Mapping

from confluent_kafka import KafkaException

from include.clusters.cluster import Access
from include.clusters.external.connection import Connection, read_connection
from include.clusters.external.connection_probe import Brokers, Contact
from include.clusters.external.write_quota import WriteQuota
from include.clusters.topics import delete_topic
from include.errors import PlatformError
from include.faults.scene import Broker
from include.matrix.cluster_kinds.external import MIB
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import ClusterRecord

log = logging.getLogger("kerran")


class ExternalCluster:
    """A cluster that was there before, and stays."""

    brokers: list[ProcessIdentity] = []  # noqa: RUF012 - no broker is a process of this machine
    inside: None = None

    def __init__(self, connection: Connection, quota: WriteQuota | None = None) -> None:
        """``quota`` limits what a run writes; without a quota the cluster is only reached.

        Raises:
            PlatformError: the connection's settings can't be used together.
        """
        self._connection = connection
        self._quota = quota
        self._contact = Contact(connection.access)
        self._seen: Brokers | None = None

    @property
    def access(self) -> Access:
        """As the connection says."""
        return self._connection.access

    def record(self) -> ClusterRecord:
        """What the manifest says of it; nothing that is secret."""
        seen = self._seen or self._look()
        return ClusterRecord(
            kind="external",
            release=self._connection.release,
            brokers=seen.count,
            settings={"connection": self._connection.name, "cluster_id": seen.cluster_id},
        )

    def check(self) -> None:
        """Make sure that it can be reached, has brokers enough, and that the run keeps to its limit.

        Raises:
            PlatformError: one of these doesn't hold.
        """
        seen = self._look()
        if self._quota:
            self._check_brokers(seen, self._quota)
            self._check_limit(self._quota.written(), "were written")

    def start(self) -> None:
        """Make sure that a run may begin or go on, say how much it will write, and remove what it left.

        Raises:
            PlatformError: it may not; it says why.
        """
        self.check()
        if self._quota:
            limit = self._connection.write_limit / MIB
            log.info("%s Its limit is %.0f MiB.", self._quota.announcement(self._connection.name), limit)
            self._check_limit(self._quota.written() + self._quota.more(), "would be written in the end")
            self._remove_leftovers(self._quota)

    def broker(self, _id: int) -> Broker:
        """Refused: its brokers are somebody's.

        Raises:
            PlatformError: always.
        """
        raise PlatformError(f"connection {self._connection.name}: its brokers are not to be broken")

    def resume(self) -> None:
        """Nothing was paused."""

    def restore(self) -> None:
        """Nothing was broken."""

    def stop(self) -> None:
        """Remove topics of the run that were left there, as far as that is possible."""
        try:
            if self._quota:
                self._remove_leftovers(self._quota)
        except PlatformError as error:
            log.warning("What the run left on the cluster can't be removed: %s", error)

    def _look(self) -> Brokers:
        self._seen = self._contact.look()
        return self._seen

    def _check_brokers(self, seen: Brokers, quota: WriteQuota) -> None:
        if seen.count < quota.replication:
            raise PlatformError(
                f"connection {self._connection.name}: {seen.count} brokers are there, and the plan's "
                f"replication is {quota.replication}; lower it, or wait for more brokers"
            )

    def _check_limit(self, written: int, when: str) -> None:
        if written > self._connection.write_limit:
            raise PlatformError(
                f"connection {self._connection.name}: {written / MIB:.0f} MiB {when}, replicas "
                f"included, and the limit is {self._connection.write_limit / MIB:.0f} MiB; lower messages or "
                "repetitions, or raise kerran.write_limit_mib in the connection's extra field"
            )

    def _remove_leftovers(self, quota: WriteQuota) -> None:
        self._look()  # which says best why the cluster can't be reached
        try:
            topics = self._contact.client.list_topics(timeout=10).topics
        except KafkaException as error:
            raise PlatformError(f"connection {self._connection.name}: {error.args[0].str()}") from error
        for topic in filter(quota.owns, topics):
            delete_topic(self.access, topic)
            log.info("Removed topic %s, which an earlier attempt left.", topic)


def connect(name: str, extra: Mapping[str, object]) -> ExternalCluster:
    """The cluster that an Airflow connection leads to.

    Raises:
        PlatformError: the connection can't be used.
    """
    return ExternalCluster(read_connection(name, extra))

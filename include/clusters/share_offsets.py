"""Set the offsets at which a share group reads on, for which librdkafka 2.16 has no request."""

from collections.abc import Sequence

from include.clusters.cluster import Cluster
from include.clusters.java_tool import run_java_tool

START_SECONDS = 60.0
"""The maximum time for the start of the program and its last answer."""


def set_share_offsets(
    cluster: Cluster, group: str, topic: str, offsets: Sequence[int], empty_within_seconds: float
) -> None:
    """Set the offsets of a topic's partitions, in their order, when the share group has no members.

    Args:
        cluster: The cluster, which must use neither encryption nor authentication.
        group: The share group.
        topic: The topic.
        offsets: The offset of each partition.
        empty_within_seconds: The maximum time until the group has no members.

    Raises:
        PlatformError: The group still has members, or the brokers refuse the offsets.
    """
    milliseconds = str(int(empty_within_seconds * 1000))
    arguments = [cluster.access.bootstrap, group, milliseconds, topic, *map(str, offsets)]
    action = f"setting the offsets of the share group {group}"
    timeout_seconds = empty_within_seconds + START_SECONDS
    run_java_tool("ShareOffsets", cluster.record().release, arguments, action, timeout_seconds)

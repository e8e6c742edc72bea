"""The metadata mode of a release: where its brokers keep their metadata, in KRaft or in ZooKeeper."""

from collections.abc import Mapping
from typing import Protocol

from include.clusters.embedded.jvm_process import ClusterLayout, Node
from include.clusters.embedded.kraft import KRaft
from include.clusters.embedded.zookeeper import ZooKeeper
from include.errors import PlatformError
from include.releases.versions import feature_of, is_runnable, needs_zookeeper


class MetadataMode(Protocol):
    """How brokers are configured, formatted and started."""

    def settings(self, brokers: int) -> Mapping[str, str]:
        """The settings that all brokers share, for the manifest."""
        ...

    def prepare(self, layout: ClusterLayout) -> list[Node]:
        """Write configuration and storage; return the processes to start, in this order.

        Raises:
            PlatformError: the storage cannot be formatted.
        """
        ...


def metadata_mode_of(release: str) -> MetadataMode:
    """The metadata mode in which a release is run.

    Raises:
        PlatformError: the text is not the version of a release, or the release is too old or too new.
    """
    feature = feature_of(release)
    if not is_runnable(feature):
        raise PlatformError(
            f"Kafka release {release} is not supported; releases from 0.11.0.0, the first with transactions, "
            "to 4.x are"
        )
    return ZooKeeper() if needs_zookeeper(feature) else KRaft()

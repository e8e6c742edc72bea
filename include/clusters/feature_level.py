"""Read and set the level of a cluster feature, such as ``transaction.version``, with Kafka's Java client."""

from typing import Protocol, runtime_checkable

from include.clusters.java_tool import run_java_tool

TIMEOUT_SECONDS = 60.0
"""The maximum time to read or to set the level of a feature."""


@runtime_checkable
class FeatureControl(Protocol):
    """A cluster whose features may be changed for a cell."""

    def set_feature(self, feature: str, level: int) -> None:
        """Set the level of a feature until ``restore_features`` is called."""

    def restore_features(self) -> None:
        """Reset every feature to its first level, even if another process has changed it."""


def feature_level(bootstrap: str, release: str, feature: str, new_level: int | None = None) -> int:
    """The level of a feature, as the brokers of a cluster report it.

    If ``new_level`` is given, this level is set first.

    The cluster must use neither encryption nor authentication. A broker may learn of a new level a moment
    later. If a topic is created afterwards, the level is in effect on every broker that already knows this
    topic.

    Args:
        bootstrap: The addresses of the brokers.
        release: The Kafka release of the brokers.
        feature: The name of the feature.
        new_level: The level to set; 0 switches the feature off, None leaves it as it is.

    Raises:
        PlatformError: The brokers refuse the level, there is no Java, or Kafka's jars cannot be fetched.
    """
    arguments = [bootstrap, feature, *([] if new_level is None else [str(new_level)])]
    action = f"reading {feature}" if new_level is None else f"setting {feature} to {new_level}"
    return int(run_java_tool("FeatureLevel", release, arguments, action, TIMEOUT_SECONDS))

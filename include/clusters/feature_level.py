"""The level of a feature of a cluster, such as ``transaction.version``; Kafka's Java client sets it."""

import subprocess
from pathlib import Path

from include.errors import PlatformError
from include.releases.client_class_path import client_class_path
from include.releases.java import find_java

SOURCE = Path(__file__).parent / "java" / "FeatureLevel.java"

TIMEOUT_SECONDS = 60.0
"""The maximum time until the brokers have accepted a level."""


def set_feature_level(bootstrap: str, release: str, feature: str, level: int) -> None:
    """Set the level of a feature of a cluster without encryption and authentication.

    A broker that knows of a later change, such as a topic that was created afterwards, has the level.

    Args:
        bootstrap: The addresses of the brokers.
        release: The Kafka release of the brokers.
        feature: The name of the feature.
        level: The level; 0 switches the feature off.

    Raises:
        PlatformError: The brokers refuse the level, there is no Java, or its jars cannot be fetched.
    """
    java = [str(find_java().command), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    classpath = ":".join(map(str, client_class_path([SOURCE], release)))
    command = [*java, "-cp", classpath, "kerran.FeatureLevel", bootstrap, feature]
    try:
        answer = subprocess.run(
            [*command, str(level)], capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise PlatformError(f"{feature} was not set to {level} within {TIMEOUT_SECONDS:g} s") from None
    if answer.returncode:
        last_lines = "\n".join(answer.stderr.strip().splitlines()[-5:])
        raise PlatformError(f"The brokers did not set {feature} to {level}:\n{last_lines}")

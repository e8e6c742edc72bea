"""The class path of Java programs that use Kafka's Java client."""

from collections.abc import Callable, Sequence
from pathlib import Path

from include.releases.jars import broker_jars
from include.releases.java_compiler import compiled

JARS = ("kafka-clients-*.jar", "slf4j-*.jar", "lz4-java-*.jar", "snappy-java-*.jar", "zstd-jni-*.jar")
"""The jars of a client among those of the brokers of the same release."""


def client_class_path(
    sources: Sequence[Path], release: str, say: Callable[[str], None] = lambda _: None
) -> list[Path]:
    """Return the programs, compiled if necessary, and the jars of the client of a release.

    Raises:
        PlatformError: There is no Java, or the jars or the compiler cannot be fetched.
    """
    folder = broker_jars(release, say)
    jars = sorted(jar for pattern in JARS for jar in folder.glob(pattern))
    return [compiled(sources, jars), *jars]

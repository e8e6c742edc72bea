"""The load programs of Kafka's Java client: classes, compiled once for each release of the client."""

from collections.abc import Callable, Iterator
from pathlib import Path

from include.folders import ROOT
from include.load_runtime.program import Program
from include.releases.jars import broker_jars
from include.releases.java import find_java
from include.releases.java_compiler import compiled
from include.scenarios.clients.registry import release_of

SOURCES = ("load_runtime/java", "producers/java", "consumers/java")
"""The folders of ``include`` that have the sources of the programs."""

JARS = ("kafka-clients-*.jar", "slf4j-*.jar", "lz4-java-*.jar", "snappy-java-*.jar", "zstd-jni-*.jar")
"""The jars of a client among those of the brokers of the same release."""

JVM_FLAGS = [
    # The program lives for seconds. The serial collector has no threads that compete with the brokers', and
    # the first compiler alone is done sooner than both.
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UseDynamicNumberOfCompilerThreads",  # the CPU time of a compiler thread that ends is not known
    "-XX:-UsePerfData",
    "-XX:+ExitOnOutOfMemoryError",  # also in a thread of the client, which would go on without its work
    "-Xshare:auto",
    "-Xms256m",
    "-Xmx256m",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
]


def command(program: Program, job: Path) -> list[str]:
    """Return the command line that runs a program, which the kernel kills when its parent ends.

    Raises:
        PlatformError: There is no Java, or the jars or the compiler cannot be fetched.
    """
    classpath = ":".join(map(str, class_path(program.client)))
    java = [str(find_java().command), *JVM_FLAGS, "-cp", classpath, program.module, str(job)]
    return ["setpriv", "--pdeathsig", "KILL", *java]


def prepare(client: str, say: Callable[[str], None]) -> None:
    """Fetch the jars of the client, and compile the programs for it.

    Raises:
        PlatformError: There is no Java, or the jars or the compiler cannot be fetched.
    """
    class_path(client, say)


def class_path(client: str, say: Callable[[str], None] = lambda _: None) -> list[Path]:
    """Return the compiled programs and the jars of a client, made or fetched if necessary."""
    release = release_of(client)
    if release is None:
        raise ValueError(f"{client} names no release")
    jars = client_jars(broker_jars(release, say))
    return [compiled(sources(), jars), *jars]


def client_jars(folder: Path) -> list[Path]:
    """Return the jars of the client in a folder with the jars of brokers."""
    return sorted(jar for pattern in JARS for jar in folder.glob(pattern))


def sources() -> list[Path]:
    """Return the source files of all programs."""
    return sorted(_sources())


def _sources() -> Iterator[Path]:
    for folder in SOURCES:
        yield from (ROOT / "include" / folder).glob("*.java")

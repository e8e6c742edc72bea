"""Ready-made applications on the JVM: their jars, their compilation, and their command line."""

from collections.abc import Callable, Sequence
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.client_class_path import compiled
from include.machine.releases.installed_java import find_java
from include.machine.releases.maven_fetch import dependency, ivy_module, retrieve
from include.scenarios.application.ready_made.registry import ReadyMade

OTHER_LOGS = (
    '<exclude org="org.apache.logging.log4j" module="log4j-slf4j-impl"/>',
    '<exclude org="ch.qos.logback"/>',
)

OPENED = [
    f"--add-opens=java.base/{package}=ALL-UNNAMED"
    for package in ("java.lang", "java.util", "java.time", "java.nio", "sun.nio.ch")
]
"""Packages of Java that Flink reads by reflection."""

WARNINGS_ONLY = ("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",)
"""An option for frameworks that log thousands of lines when they start."""


class JarApplication(ReadyMade):
    """An application that needs jars from Maven Central."""

    packages: Sequence[tuple[str, str, str]]
    """The group, the name and the version of each jar."""
    fetches_dependencies = True
    """Whether the dependencies of the jars are fetched, too."""

    def prepare(self, say: Callable[[str], None]) -> None:
        self.jars(say)

    def jars(self, say: Callable[[str], None] = lambda _: None) -> list[Path]:
        """The jars, fetched if necessary. ``say`` announces the download."""
        version = "-".join(sorted({version for _, _, version in self.packages}))
        folder = folders.CACHE / "applications" / f"{self.name}-{version}"
        if not folder.is_dir():
            say(f"Fetching {self.title} (once)")
        needed = (dependency(*package, transitive=self.fetches_dependencies) for package in self.packages)
        return sorted(
            retrieve(ivy_module(self.name, *needed, *OTHER_LOGS), folder, self._failure).glob("*.jar")
        )

    def _failure(self, output: str) -> PlatformError:
        end = "\n".join(output.splitlines()[-20:])
        return PlatformError(f"{self.title} cannot be fetched from Maven Central; Ivy's last lines:\n{end}")


class JavaApplication(JarApplication):
    """An application of one Java file, compiled against its jars."""

    source: Path
    flags: Sequence[str] = ()

    def prepare(self, say: Callable[[str], None]) -> None:
        compiled([self.source], self.jars(say))

    def command(self) -> list[str]:
        jars = self.jars()
        classes = ":".join(map(str, [compiled([self.source], jars), *jars]))
        return [str(find_java().command), *self.flags, "-cp", classes, self.source.stem]

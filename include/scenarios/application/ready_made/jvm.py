"""Ready-made applications in Java: their jars, their compilation, and their command line."""

from collections.abc import Callable, Sequence
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.client_class_path import compiled
from include.machine.releases.installed_java import find_java
from include.machine.releases.maven_fetch import retrieve
from include.scenarios.application.ready_made.registry import ReadyMade

MODULE = """\
<ivy-module version="2.0">
  <info organisation="kerran" module="{name}"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>
{dependencies}
    <exclude org="org.apache.logging.log4j" module="log4j-slf4j-impl"/>
    <exclude org="ch.qos.logback"/>
  </dependencies>
</ivy-module>
"""

DEPENDENCY = '    <dependency org="{}" name="{}" rev="{}" conf="default->default"/>'

OPENED = [
    f"--add-opens=java.base/{package}=ALL-UNNAMED"
    for package in ("java.lang", "java.util", "java.time", "java.nio", "sun.nio.ch")
]
"""Packages of Java that Flink and Spark read by reflection."""


class JavaApplication(ReadyMade):
    """An application of one Java file, compiled against jars from Maven Central."""

    source: Path
    packages: Sequence[tuple[str, str, str]]
    """The group, the name and the version of each direct dependency."""
    flags: Sequence[str] = ()

    def prepare(self, say: Callable[[str], None]) -> None:
        self._class_path(say)

    def command(self) -> list[str]:
        classes = ":".join(map(str, self._class_path(lambda _: None)))
        return [str(find_java().command), *self.flags, "-cp", classes, self.source.stem]

    def _class_path(self, say: Callable[[str], None]) -> list[Path]:
        version = "-".join(sorted({version for _, _, version in self.packages}))
        folder = folders.CACHE / "applications" / f"{self.name}-{version}"
        if not folder.is_dir():
            say(f"Fetching {self.title} (once)")
        dependencies = "\n".join(DEPENDENCY.format(*package) for package in self.packages)
        module = MODULE.format(name=self.name, dependencies=dependencies)
        jars = sorted(retrieve(module, folder, self._failure).glob("*.jar"))
        return [compiled([self.source], jars), *jars]

    def _failure(self, output: str) -> PlatformError:
        end = "\n".join(output.splitlines()[-20:])
        return PlatformError(f"{self.title} cannot be fetched from Maven Central; Ivy's last lines:\n{end}")

"""The load programs of Kafka's Java client: classes, compiled once for each release of the client."""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from include.errors import PlatformError
from include.folders import ROOT
from include.load_runtime.client_answer import ClientAnswer, Role
from include.load_runtime.client_choice import ClientChoice
from include.load_runtime.program import Program
from include.releases.client_class_path import client_class_path
from include.releases.java import find_java

SOURCES = ("load_runtime/java", "producers/java", "consumers/java")
"""The folders of ``include`` that have the sources of the programs."""

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
    """The command line that runs a program, which the kernel kills when its parent ends."""
    return [*_java(program.client), program.module, str(job)]


def prepare(client: ClientChoice, say: Callable[[str], None]) -> None:
    """Fetch the jars of the client, and compile the programs for it."""
    class_path(client, say)


def answer(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """What the client says of settings.

    Raises:
        PlatformError: There is no Java, or the program that asks the client fails.
    """
    with TemporaryDirectory(prefix="kerran-") as folder:
        file = Path(folder) / "settings.json"
        file.write_text(json.dumps(dict(settings)), encoding="utf-8")
        command = [*_java(client), "kerran.ClientAnswer", role.value, str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise PlatformError(f"{client} cannot be asked about its settings:\n{done.stderr}")
    said = json.loads(done.stdout.splitlines()[-1])
    role_settings, other_settings = frozenset(said["own"]), frozenset(said["others"])
    return ClientAnswer(
        unknown=frozenset(settings) - role_settings - other_settings,
        of_other_role=frozenset(settings) & (other_settings - role_settings),
        refusal=said["refusal"],
        effective=said["effective"],
        known=role_settings | other_settings,
    )


def _java(client: ClientChoice) -> list[str]:
    """The beginning of a command line, before the name of the class."""
    classpath = ":".join(map(str, class_path(client)))
    return ["setpriv", "--pdeathsig", "KILL", str(find_java().command), *JVM_FLAGS, "-cp", classpath]


def class_path(client: ClientChoice, say: Callable[[str], None] = lambda _: None) -> list[Path]:
    """The compiled programs and the jars of a client, made or fetched if necessary."""
    if client.release is None:
        raise ValueError(f"{client} names no release")
    return client_class_path(sources(), client.release, say)


def sources() -> list[Path]:
    """The source files of all programs."""
    return sorted(_sources())


def _sources() -> Iterator[Path]:
    for folder in SOURCES:
        yield from (ROOT / "include" / folder).glob("*.java")

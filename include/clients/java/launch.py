"""The load programs of Kafka's Java client: a jar, compiled once for each release of the client."""

import json
import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from include.clients.client_adapters import ContainerCommand, output_of
from include.clients.java.job_files import properties_text, write_java_job
from include.clients.java.security import java_security
from include.clients.java.settings import FIRST_WITH_SHARE_GROUPS
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.load.program_descriptions import Program
from include.machine.releases.client_class_path import client_class_path
from include.machine.releases.installed_java import Java, find_java
from include.machine.releases.jars import broker_jars
from include.machine.releases.versions import feature_of

PROGRAMS = Path(__file__).parent / "programs"

JAVA_OF_IMAGE, JARS_OF_IMAGE = "/opt/java/bin/java", "/opt/kafka/libs/*"
"""The paths of Java and of Kafka's jars in the image of the brokers (compose/images/kafka/Dockerfile)."""

JVM_FLAGS = [
    # The program lives for seconds. The serial collector has no threads that compete with the brokers.
    # The first compiler alone is done sooner than the two compilers together.
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UseDynamicNumberOfCompilerThreads",  # the CPU time of a compiler thread that ends is not known
    "-XX:-UsePerfData",
    "-XX:+ExitOnOutOfMemoryError",  # otherwise the client would go on without a thread that fails
    "-Xshare:auto",
    "-Xlog:disable",  # the output has the program's events
    "-Xms256m",
    "-Xmx256m",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
]

OF_SHARE_GROUPS = "ShareMember.java"
"""The program that does not compile with releases of the client without a share consumer."""

SETTINGS_OF_REFUSALS = {
    "Heartbeat must be set lower than the session": "heartbeat.interval.ms, session.timeout.ms"
}
"""The settings that a refusal of the client means, by words of a refusal that does not name them."""


def command(program: Program, job: Path) -> list[str]:
    """The command line that runs a program. The kernel kills this program when its parent ends."""
    return [*_java(program.client), program.module, str(write_java_job(program.job, job))]


def container(program: Program, job: Path) -> ContainerCommand:
    """The command and folders of a program's container, and the image with the client's release."""
    programs, *_ = class_path(program.client)
    classpath, file = f"{programs}:{JARS_OF_IMAGE}", write_java_job(program.job, job)
    arguments = [*JVM_FLAGS, "-cp", classpath, program.module, str(file)]
    return ContainerCommand(_image(program.client), arguments, [JAVA_OF_IMAGE], (programs,))


def security(client: ClientChoice, settings: Mapping[str, str]) -> str:
    """The connection settings as the text of a Java properties file."""
    return properties_text(java_security(client, settings))


def prepare(client: ClientChoice, say: Callable[[str], None], *, in_containers: bool) -> None:
    """Fetch the client's jars and compile the load programs; build the image if ``in_containers``."""
    archive_classes(class_path(client, say))
    if in_containers:
        _image(client, say)


def answer(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """The client's answer to settings, from the Java program ``ClientAnswer``."""
    output = output_of(client, [*_java(client), "kerran.ClientAnswer", role.value], properties_text(settings))
    answer = json.loads(output.splitlines()[-1])
    role_settings, other_settings = frozenset(answer["own"]), frozenset(answer["others"])
    return ClientAnswer(
        unknown=frozenset(settings) - role_settings - other_settings,
        of_other_role=frozenset(settings) & (other_settings - role_settings),
        refusal=_with_names(answer["refusal"]),
        effective=answer["effective"],
        known=role_settings | other_settings,
    )


def _with_names(refusal: str) -> str:
    """The reason of a refusal, with the names of the settings where the client does not give them."""
    names = next((names for words, names in SETTINGS_OF_REFUSALS.items() if words in refusal), None)
    return f"{names}: {refusal}" if names else refusal


def _image(client: ClientChoice, say: Callable[[str], None] = lambda _: None) -> str:
    """The broker image that contains the client's release. A missing image is built."""
    from include.machine.containers.images import Image  # only containers need the engine's client

    return Image("kafka", contexts={"jars": broker_jars(release_of(client), say)}).built(say)


def _java(client: ClientChoice) -> list[str]:
    """The command line that starts Java, without the main class and its arguments."""
    java, classes = find_java(), class_path(client)
    archive = class_archive(java, classes)
    return _command_line(java, classes, [f"-XX:SharedArchiveFile={archive}"] if archive.is_file() else [])


def _command_line(java: Java, classes: Sequence[Path], options: Sequence[str]) -> list[str]:
    parent_death = ["setpriv", "--pdeathsig", "KILL"]
    return [*parent_death, str(java.command), *JVM_FLAGS, *options, "-cp", ":".join(map(str, classes))]


def archive_classes(classes: Sequence[Path]) -> Path:
    """Create the class data sharing (CDS) archive of a class path if it does not exist.

    Without the archive, programs start more slowly.

    Returns:
        The path of the archive. The file does not exist if Java could not create it.
    """
    java = find_java()
    archive = class_archive(java, classes)
    if not archive.is_file():
        new_archive = archive.with_suffix(f".{os.getpid()}")
        command = _command_line(java, classes, [f"-XX:ArchiveClassesAtExit={new_archive}"])
        subprocess.run([*command, "kerran.ClassData"], capture_output=True, check=False)
        with suppress(FileNotFoundError):
            new_archive.replace(archive)
    return archive


def class_archive(java: Java, classes: Sequence[Path]) -> Path:
    """The path of the class data sharing archive for a class path and a version of Java."""
    return classes[0].with_suffix(f".{java.full_version}.jsa")


def class_path(client: ClientChoice, say: Callable[[str], None] = lambda _: None) -> list[Path]:
    """The compiled load programs and the jars of a client. Missing files are compiled or fetched."""
    release = release_of(client)
    return client_class_path(sources(release), release, say)


def release_of(client: ClientChoice) -> str:
    """The release of a Java client. A plan always names the release."""
    if client.release is None:
        raise ValueError(f"{client} names no release")
    return client.release


def sources(release: str) -> list[Path]:
    """The Java source files of all load programs that a release of the client can run."""
    has_share_groups = feature_of(release) >= FIRST_WITH_SHARE_GROUPS
    return sorted(
        file for file in PROGRAMS.glob("*.java") if has_share_groups or file.name != OF_SHARE_GROUPS
    )

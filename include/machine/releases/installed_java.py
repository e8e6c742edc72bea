"""The Java that runs the brokers, Ivy and Spark."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from include.machine.errors import PlatformError
from include.machine.settings import JAVA_HOME

MIN_VERSION = 17
"""The oldest Java that Kafka 4 and Spark 4 run on."""

ADVICE = (
    f"Kafka 4 and Spark 4 need Java {MIN_VERSION} or newer. Install it (Debian 12 and Ubuntu: apt install "
    f"openjdk-{MIN_VERSION}-jre-headless), or set JAVA_HOME to the folder of an installed Java."
)


class JavaError(PlatformError):
    """Java is missing or too old; the message is for the user."""


@dataclass(frozen=True)
class Java:
    """A Java installation that is new enough: its command, its full version, and its major version."""

    command: Path
    full_version: str
    version: int


def find_java() -> Java:
    """The Java in JAVA_HOME, or the Java on PATH if JAVA_HOME is not set.

    Raises:
        JavaError: There is no Java, or it is older than 17.
    """
    command = _command()
    full_version = _version(command)
    version = int(re.split(r"\D", full_version.removeprefix("1."))[0])  # Java 8 reports 1.8.0
    if version < MIN_VERSION:
        raise JavaError(f"{command} is Java {version}, which is too old. {ADVICE}")
    return Java(command, full_version, version)


def _command() -> Path:
    home = JAVA_HOME.read()
    if home:
        # If JAVA_HOME is set, Spark uses nothing else. So a wrong JAVA_HOME must be an error.
        command = Path(home) / "bin" / "java"
        if not command.is_file():
            raise JavaError(f"JAVA_HOME is {home}, but there is no {command}. {ADVICE}")
        return command
    java_path = shutil.which("java")
    if not java_path:
        raise JavaError(f"No Java: JAVA_HOME is not set, and there is no java on PATH. {ADVICE}")
    return Path(java_path)


def _version(command: Path) -> str:
    try:
        answer = subprocess.run([command, "-version"], capture_output=True, text=True, check=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        raise JavaError(f"{command} -version failed: {error}. {ADVICE}") from error
    text = answer.stderr + answer.stdout
    version = re.search(r'version "(\d[\d.+_a-z-]*)"', text)
    if not version:
        raise JavaError(f"{command} -version printed {text.strip()!r}, which contains no version. {ADVICE}")
    return version.group(1)

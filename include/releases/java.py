"""The Java that runs the brokers."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from include.settings import JAVA_HOME

OLDEST = 17
"""Kafka 4 runs on 17 and newer, and so does Spark 4."""

ADVICE = (
    f"Kafka and Spark need Java {OLDEST} or newer. Install it (Debian and Ubuntu: "
    f"apt install openjdk-{OLDEST}-jre-headless), or let JAVA_HOME name one that is installed."
)


class JavaError(Exception):
    """Java is missing or too old; the message is for a user."""


@dataclass(frozen=True)
class Java:
    """A Java that is new enough: its command, its version in full, and the major one."""

    command: Path
    full_version: str
    version: int


def find_java() -> Java:
    """The Java of JAVA_HOME, else the one on PATH.

    Raises:
        JavaError: there is none, or it is older than 17.
    """
    command = _command()
    full_version = _version(command)
    version = int(re.split(r"\D", full_version.removeprefix("1."))[0])  # before 9: 1.8.0
    if version < OLDEST:
        raise JavaError(f"{command} is Java {version}, which is too old. {ADVICE}")
    return Java(command, full_version, version)


def _command() -> Path:
    home = JAVA_HOME.read()
    if home:
        # Spark looks nowhere else when JAVA_HOME is set, so a wrong one can't be passed over in silence.
        command = Path(home) / "bin" / "java"
        if not command.is_file():
            raise JavaError(f"JAVA_HOME is {home}, but there is no {command}. {ADVICE}")
        return command
    found = shutil.which("java")
    if not found:
        raise JavaError(f"No Java: JAVA_HOME is not set, and there is no java on PATH. {ADVICE}")
    return Path(found)


def _version(command: Path) -> str:
    try:
        answer = subprocess.run([command, "-version"], capture_output=True, text=True, check=True, timeout=30)
    except (OSError, subprocess.SubprocessError) as error:
        raise JavaError(f"{command} -version failed: {error}. {ADVICE}") from error
    text = answer.stderr + answer.stdout
    version = re.search(r'version "(\d[\d.+_a-z-]*)"', text)
    if not version:
        raise JavaError(f"{command} -version says {text.strip()!r}, which names no version. {ADVICE}")
    return version.group(1)

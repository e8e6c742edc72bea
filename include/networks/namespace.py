"""Run commands in a network namespace, wherever it is."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from include.errors import PlatformError

DEVICE = "eth0"
"""The device of every broker and load program that has a namespace of its own."""

WHOLE_PACKETS = "gso_max_segs 1"
"""Makes a device cut what TCP sends into real packets, so that a lost packet is not up to 64 KB."""


class BackgroundProgram(Protocol):
    """A Python program that runs in a namespace until it is ended."""

    def line(self) -> str:
        """Return the next line of its output; empty if it has ended."""
        ...

    def end(self) -> str:
        """Close its standard input; return the rest of its output, when it has ended."""
        ...


class Namespace(Protocol):
    """A network namespace."""

    def run(self, command: Sequence[str]) -> tuple[int, str]:
        """Run a command in the namespace; return its exit code and its output."""
        ...

    def start(self, script: Path, *arguments: str) -> BackgroundProgram:
        """Start a script of Python's standard library in the namespace.

        The script ends when its standard input is closed, thus also when this process is killed.
        """
        ...


def checked(namespace: Namespace, *command: str) -> str:
    """Run a command in a namespace, and return its output.

    Raises:
        PlatformError: the command fails.
    """
    code, output = namespace.run(command)
    if code:
        raise PlatformError(f"{' '.join(command)}: {output.strip()}")
    return output


def run_all(namespace: Namespace, commands: Sequence[str]) -> None:
    """Run shell commands in a namespace, at once, which is faster in a container.

    Raises:
        PlatformError: a command fails, and those that follow it are not run.
    """
    code, output = namespace.run(["sh", "-ec", "\n".join(commands)])
    if code:
        raise PlatformError(f"{'; '.join(commands)}: {output.strip()}")

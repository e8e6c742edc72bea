"""Run commands in a network namespace of a process or a container, and measure round-trip times there."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from include.errors import PlatformError
from include.networks import ping

DEVICE = "eth0"
"""The name of the network device of every broker and load program with its own namespace."""

WHOLE_PACKETS = "gso_max_segs 1"
"""The device options that limit a packet to one TCP segment. Without them, a lost packet could contain up to
64 KB."""


class BackgroundProgram(Protocol):
    """A Python program that runs in a namespace until it is ended."""

    def line(self) -> str:
        """The next line of the program's output; empty if the program has ended."""

    def end(self) -> str:
        """Close the program's standard input. Return the rest of its output, when the program has ended."""


class Namespace(Protocol):
    """A network namespace."""

    def run(self, command: Sequence[str], standard_input: str = "") -> tuple[int, str]:
        """Run a command in the namespace; return its exit code and its output."""

    def start(self, script: Path, *arguments: str) -> BackgroundProgram:
        """Start a Python script in the namespace; the script may import only the standard library.

        The script ends when its standard input is closed. The input is also closed when this process is
        killed.
        """


def checked(namespace: Namespace, *command: str) -> str:
    """Run a command in a namespace, and return its output.

    Raises:
        PlatformError: The command fails.
    """
    code, output = namespace.run(command)
    if code:
        raise PlatformError(f"{' '.join(command)}: {output.strip()}")
    return output


def change_links(namespace: Namespace, commands: Sequence[str]) -> None:
    """Run commands of ``ip`` in one process. In a container, this is faster than a process for each command.

    Args:
        namespace: The namespace.
        commands: The arguments of ``ip``, separated by spaces.
    """
    _run_lines(namespace, ["ip", "-batch", "-"], commands)


def change_rules(namespace: Namespace, rules: Sequence[str], table: str = "filter") -> None:
    """Change a table of ``iptables`` in one transaction: either all changes are made, or none.

    Args:
        namespace: The namespace.
        rules: The arguments of ``iptables``, separated by spaces, without the table.
        table: The table.
    """
    _run_lines(namespace, ["iptables-restore", "--noflush", "--wait"], [f"*{table}", *rules, "COMMIT"])


def _run_lines(namespace: Namespace, command: Sequence[str], lines: Sequence[str]) -> None:
    code, output = namespace.run(command, "".join(f"{line}\n" for line in lines))
    if code:
        raise PlatformError(f"{' '.join(command)}: {_failed(lines, output)}: {output.strip()}")


def _failed(lines: Sequence[str], output: str) -> str:
    """The line that failed; all lines if the output does not say which line failed."""
    number = re.search(r"(?:\bline:? |-:)(\d+)", output)
    failed_lines = [line for place, line in enumerate(lines, 1) if number and place == int(number[1])]
    return "; ".join(lines if failed_lines in ([], ["COMMIT"]) else failed_lines)


PING = Path(ping.__file__)


def measure_round_trips(namespace: Namespace, addresses: Sequence[str]) -> list[float]:
    """The shortest of a few round-trip times to each address, in ms.

    Raises:
        PlatformError: An address does not answer.
    """
    output = namespace.start(PING, *addresses).end()
    try:
        return [float(line) for line in output.split()]
    except ValueError:
        raise PlatformError(
            f"the round trips to {', '.join(addresses)} cannot be measured: {output}"
        ) from None

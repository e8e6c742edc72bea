"""Run commands in a network namespace of a process or a container, and measure round-trip times there."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from include.machine.errors import PlatformError
from include.machine.networks import ping
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import register, unregister

DEVICE = "eth0"
"""The name of the network device of every broker and load program with its own namespace."""

WHOLE_PACKETS = "gso_max_segs 1"
"""The device options that limit a packet to one TCP segment. Without them, a lost packet could contain up to
64 KB."""


END_TIMEOUT_SECONDS = 10.0
"""The maximum time until a program has ended after its standard input was closed."""


class NamespaceProgram:
    """A program in a namespace. If the program outlives this process, ``kerran clean`` ends the program."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # an interrupt from the terminal is for this process only
        )
        self._identity = ProcessIdentity.of(self._process.pid)
        register(name, self._identity, ProcessIdentity.of(os.getpid()))

    def line(self) -> str:
        """The next line of the program's output; empty if the program has ended."""
        return self._process.stdout.readline() if self._process.stdout else ""

    def end(self) -> str:
        """Close the program's standard input. Return the rest of its output, when the program has ended."""
        try:
            output, _ = self._process.communicate(timeout=END_TIMEOUT_SECONDS)
        finally:
            self._process.kill()
            self._process.wait()
            unregister(self._identity)
        return output


@dataclass(frozen=True)
class Namespace:
    """A network namespace, which a process or a container holds. It disappears when its holder ends."""

    entry: tuple[str, ...]
    """The command that runs another command in the namespace; its last arguments are the other command."""
    python: str = sys.executable
    """The Python interpreter that runs programs in the namespace."""
    attempts: int = 1
    """The maximum number of attempts to get the output of a command. If a command without standard input
    prints nothing, it is run again. This does no harm, because it only reads, or replaces a route."""

    def inside(self, command: Sequence[str]) -> list[str]:
        """The command line that runs a command in the namespace."""
        return [*self.entry, *command]

    def run(self, command: Sequence[str], standard_input: str = "") -> tuple[int, str]:
        """Run a command in the namespace; return its exit code and its output."""
        for _ in range(1 if standard_input else self.attempts):
            done = subprocess.run(
                self.inside(command), input=standard_input, capture_output=True, text=True, check=False
            )
            if output := done.stdout + done.stderr:
                break
        return done.returncode, output

    def start(self, script: Path, *arguments: str) -> NamespaceProgram:
        """Start a Python script in the namespace; the script may import only the standard library.

        The script is read from this machine. It ends when its standard input is closed. The input is also
        closed when this process is killed.
        """
        command = [self.python, "-ISc", script.read_text(encoding="utf-8"), *arguments]
        return NamespaceProgram(f"{script.stem} in a network namespace", self.inside(command))


def namespace_of(holder: ProcessIdentity) -> Namespace:
    """The network namespace of a process of this machine."""
    return Namespace(("nsenter", f"--target={holder.pid}", "--net", "--"))


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

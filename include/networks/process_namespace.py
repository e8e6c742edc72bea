"""A network namespace that a process of this machine holds. It disappears when that process ends."""

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from include.processes.identity import ProcessIdentity
from include.processes.registry import register, unregister

END_TIMEOUT_SECONDS = 10.0
"""The maximum time until a program has ended after its standard input was closed."""


class NamespaceProgram:
    """A program in a namespace. If the program outlives this process, ``kerran clean`` ends the program."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # an interrupt from the terminal is for this process only
        )
        self._identity = ProcessIdentity.of(self._process.pid)
        owner = ProcessIdentity.of(os.getpid())
        register(" ".join(command), self._identity, owner)

    def line(self) -> str:
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
class ProcessNamespace:
    """The network namespace of a process of this machine."""

    holder: ProcessIdentity

    def inside(self, command: Sequence[str]) -> list[str]:
        """The command line that runs a command in the namespace."""
        return ["nsenter", f"--target={self.holder.pid}", "--net", "--", *command]

    def run(self, command: Sequence[str], standard_input: str = "") -> tuple[int, str]:
        done = subprocess.run(
            self.inside(command), input=standard_input, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    def start(self, script: Path, *arguments: str) -> NamespaceProgram:
        return NamespaceProgram(self.inside([sys.executable, "-IS", str(script), *arguments]))

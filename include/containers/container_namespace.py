"""The network namespace of a container, and programs in it."""

import socket
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docker import DockerClient
from docker.models.containers import Container
from docker.utils.socket import frames_iter

from include.containers.engine import engine_errors

HOLDER_PID = 1
"""The process id of the bridge container's main process. Helper containers, which share the process namespace
of the bridge container, use this id."""

READING_ATTEMPTS = 3
"""The maximum number of attempts to get the output of a command. On a busy machine, Docker 20.10 lost the
output of 2 of 600 successful commands."""


class ContainerProgram:
    """A program in a running container; the program ends when this process ends."""

    def __init__(self, container: Container, command: Sequence[str]) -> None:
        with engine_errors():
            self._api = container.client.api  # type: ignore[union-attr]
            self._id = self._api.exec_create(container.id, list(command), stdin=True)["Id"]
            self._connection: Any = self._api.exec_start(self._id, socket=True)
        self._output = _output(self._connection)
        self._rest = ""

    def line(self) -> str:
        for text in self._output:
            self._rest += text
            if "\n" in self._rest:
                line, _, self._rest = self._rest.partition("\n")
                return line
        return ""

    def end(self, standard_input: str = "") -> str:
        """Write to the program's standard input and close it.

        Wait until the program has ended, and return the output that was not read yet.
        """
        with engine_errors():
            connection = getattr(self._connection, "_sock", self._connection)
            with suppress(OSError):  # the program may have ended already
                connection.sendall(standard_input.encode())
                connection.shutdown(socket.SHUT_WR)
            rest = self._rest + "".join(self._output)
            self._connection.close()
        return rest

    def exit_code(self) -> int:
        with engine_errors():
            return self._api.exec_inspect(self._id)["ExitCode"] or 0


@dataclass(frozen=True)
class ContainerNamespace:
    """The network namespace of a running container."""

    container: Container

    def run(self, command: Sequence[str], standard_input: str = "") -> tuple[int, str]:
        """Run a command in the container, and return its exit code and its output.

        If a command without standard input prints nothing, it is run again, because Docker may have lost its
        output. A second run does no harm, because the command only reads, or replaces a route.
        """
        for _ in range(1 if standard_input else READING_ATTEMPTS):
            program = ContainerProgram(self.container, command)
            output = program.end(standard_input)
            if output:
                break
        return program.exit_code(), output

    def start(self, script: Path, *arguments: str) -> ContainerProgram:
        """Start a Python script in the container. The script is read from this machine."""
        source = script.read_text(encoding="utf-8")
        return ContainerProgram(self.container, ["python3", "-ISc", source, *arguments])


def namespace_of(client: DockerClient, container: str) -> ContainerNamespace:
    """The network namespace of the container with the id ``container``."""
    with engine_errors():
        return ContainerNamespace(client.containers.get(container))


def _output(connection: object) -> Iterator[str]:
    for _stream, chunk in frames_iter(connection, tty=False):  # type: ignore[no-untyped-call]
        yield chunk.decode(errors="replace")

"""A server that has imported the load programs, and forks a process for each program to start.

    python -m include.load.fork_server <socket>

In every cell, a Python program needs 0.4 s for its imports. A fork has the imports already. The server has a
single thread and no Kafka client, because threads and clients do not work in a fork. The server imports a
module when a program of this module is first requested. Each connection serves one program. The request comes
with the program's output and error output as file descriptors. The server answers with the identity of the
program, and later with its exit code. When a connection closes, the server kills the connection's program. So
the program is also killed if the cell's process ends in any way.
"""

import gc
import importlib
import json
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from socket import AF_UNIX, SOCK_SEQPACKET, recv_fds, socket
from typing import Any, NoReturn

from include.load.forked_program import PRIVATE, ForkRequest, become, unforkable
from include.machine.processes.identity import ProcessIdentity

MAX_REQUEST_BYTES = 1 << 20


class ForkServer:
    """The server's socket, and its running programs."""

    def __init__(self, address: Path) -> None:
        """Listen on a Unix domain socket that only this user may connect to."""
        self._socket = socket(AF_UNIX, SOCK_SEQPACKET)
        mask = os.umask(PRIVATE)
        try:
            with reachable(address) as name:
                self._socket.bind(name)
        finally:
            os.umask(mask)
        self._socket.listen()
        self._selector = DefaultSelector()
        self._selector.register(self._socket, EVENT_READ, self._accept)

    def serve(self) -> NoReturn:
        """Fork programs, and report their exit codes, until this process is ended."""
        while True:
            key, _ = self._selector.select()[0]  # other events come next time, or were unregistered
            key.data()

    def _accept(self) -> None:
        connection, _ = self._socket.accept()
        self._selector.register(connection, EVENT_READ, lambda: self._take_request(connection))

    def _take_request(self, connection: socket) -> None:
        self._selector.unregister(connection)
        message, descriptors, _, _ = recv_fds(connection, MAX_REQUEST_BYTES, 2)
        try:
            if message:
                self._start(ForkRequest(**json.loads(message)), descriptors, connection)
        finally:
            for descriptor in descriptors:
                os.close(descriptor)

    def _start(self, request: ForkRequest, descriptors: list[int], connection: socket) -> None:
        with suppress(Exception):  # the program shows the error in its own output
            importlib.import_module(request.module)
        if problem := unforkable():
            send(connection, {"problem": f"{request.module}: {problem}"})
            return
        gc.freeze()  # shared by the programs; the garbage collector skips these objects
        pid = os.fork()
        if pid == 0:
            become(request, *descriptors)
        send(connection, asdict(ProcessIdentity.of(pid)))
        self._watch(pid, connection)

    def _watch(self, pid: int, connection: socket) -> None:
        """Report the end of the program, or kill the program when the connection closes."""
        handle = os.pidfd_open(pid)

        def ended() -> None:
            _, status = os.waitpid(pid, 0)
            send(connection, {"code": os.waitstatus_to_exitcode(status)})
            self._selector.unregister(handle)
            with suppress(KeyError):  # after the other end has closed it
                self._selector.unregister(connection)
            os.close(handle)
            connection.close()

        def closed() -> None:
            self._selector.unregister(connection)
            signal.pidfd_send_signal(handle, signal.SIGKILL)

        self._selector.register(handle, EVENT_READ, ended)
        self._selector.register(connection, EVENT_READ, closed)


@contextmanager
def reachable(address: Path) -> Iterator[str]:
    """A short path to a socket.

    ``bind`` and ``connect`` accept paths of at most 107 bytes, and the real path of the socket may be longer.
    """
    folder = os.open(address.parent, os.O_PATH)
    try:
        yield f"/proc/self/fd/{folder}/{address.name}"
    finally:
        os.close(folder)


def send(connection: socket, answer: Mapping[str, Any]) -> None:
    """Send an answer, unless the connection is closed."""
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.send(json.dumps(answer).encode())


def main(address: str) -> None:
    """Serve at the socket until a signal ends the process."""
    server = ForkServer(Path(address))
    print("ready", flush=True)
    server.serve()


if __name__ == "__main__":
    main(sys.argv[1])

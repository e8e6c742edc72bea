"""Start the server that forks load programs, and start programs through this server."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from signal import SIGKILL
from socket import AF_UNIX, SOCK_SEQPACKET, send_fds, socket
from threading import Lock
from typing import IO, Any, cast

from include.load import fork_server
from include.load.fork_server import MAX_REQUEST_BYTES, reachable
from include.load.forked_program import ForkRequest
from include.machine.errors import PlatformError
from include.machine.folders import IMPORT_PATH, PROCESSES
from include.machine.processes.cores import Cores
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import register, registered, unregister

GRACE_SECONDS = 3.0
"""Time between SIGTERM and SIGKILL."""

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "JE_ARROW_MALLOC_CONF": "background_thread:false"}
"""Environment variables that prevent OpenBLAS (NumPy) and Arrow's memory allocator from starting threads."""

TITLE_IN_ARGUMENTS_ONLY = {"SPT_NOENV": "1"}
"""The environment variable that prevents setproctitle from overwriting a program's environment. Other
processes find the owner of a program in this environment."""


class ForkedProcess:
    """A load program that the server has forked, with methods of ``subprocess.Popen``."""

    def __init__(self, connection: socket, identity: ProcessIdentity) -> None:
        self.identity = identity
        self._connection, self._lock = connection, Lock()
        self._code: int | None = None

    def send_signal(self, number: int, /) -> None:
        """Send a signal, unless the program is known to have exited."""
        if self._code is None:
            with suppress(ProcessLookupError):
                os.kill(self.identity.pid, number)

    def poll(self) -> int | None:
        """The exit code, negative after a signal; None until ``wait`` has received it."""
        return self._code

    def wait(self) -> int:
        """Wait for the program's exit code, which is negative if a signal ended the program."""
        with self._lock:
            if self._code is None:
                answer = receive(self._connection)
                self._connection.close()
                self._code = answer.get("code", -SIGKILL)  # a program dies with the server
            return self._code


class ForkClient:
    """Asks the fork server of a run to start programs."""

    def __init__(self, address: Path) -> None:
        self._address = address

    def start(
        self, command: Sequence[str], environment: Mapping[str, str], cores: Cores, output: int, log: int
    ) -> ForkedProcess:
        """Start a Python program.

        Args:
            command: The command line of the program: an interpreter, ``-m``, a module and arguments.
            cores: The CPU cores on which the program may run; if empty, all.

        Raises:
            PlatformError: The server has ended, or cannot fork itself.
        """
        request = ForkRequest(command[2], list(command[3:]), dict(environment), list(cores))
        with ExitStack() as on_failure:
            connection = on_failure.enter_context(socket(AF_UNIX, SOCK_SEQPACKET))
            try:
                with reachable(self._address) as name:
                    connection.connect(name)
                send_fds(connection, [json.dumps(vars(request)).encode()], [output, log])
                answer = receive(connection)
            except OSError as error:
                raise PlatformError(
                    f"The server that starts load programs cannot be reached: {error}"
                ) from error
            if "pid" not in answer:
                raise PlatformError(answer.get("problem", "The server that starts load programs has ended"))
            on_failure.pop_all()
        return ForkedProcess(connection, ProcessIdentity(**answer))


def runs_python_module(command: Sequence[str]) -> bool:
    """Whether a command line runs a module with this interpreter. If so, the server can fork the program."""
    return list(command[:2]) == [sys.executable, "-m"]


def receive(connection: socket) -> dict[str, Any]:
    """The next answer of the server; empty if the server has closed the connection."""
    with suppress(ConnectionResetError):
        if message := connection.recv(MAX_REQUEST_BYTES):
            answer: dict[str, Any] = json.loads(message)
            return answer
    return {}


def start_server(run_id: str, log: Path, owner: ProcessIdentity | None) -> None:
    """Start a run's fork server, which outlives this process; return when it accepts connections.

    Raises:
        PlatformError: The server ends at once; its error output says why.
    """
    stop_server(run_id)
    address = _address(run_id)
    for folder in (address.parent, log.parent):
        folder.mkdir(parents=True, exist_ok=True)
    with log.open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", fork_server.__name__, str(address)],
            cwd=IMPORT_PATH,
            env={**os.environ, **ONE_THREAD, **TITLE_IN_ARGUMENTS_ONLY, "PYTHONPATH": str(IMPORT_PATH)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
        )
    identity = ProcessIdentity.of(process.pid)
    register(_description(run_id), identity, owner)
    with cast("IO[bytes]", process.stdout) as output:
        if not output.readline():
            raise PlatformError(f"The server that starts load programs has ended: see {log}")


def stop_server(run_id: str) -> None:
    """Stop a run's fork server and the programs that it has forked, if the server is running."""
    for entry in registered():
        if entry.what == _description(run_id):
            entry.process.end(GRACE_SECONDS)
            unregister(entry.process)
    _address(run_id).unlink(missing_ok=True)


def client_of(run_id: str) -> ForkClient | None:
    """A client of a run's fork server; None if the server is not running on this machine."""
    running = any(entry.what == _description(run_id) and entry.process.alive() for entry in registered())
    return ForkClient(_address(run_id)) if running else None


def _address(run_id: str) -> Path:
    return PROCESSES / f"{run_id}.socket"


def _description(run_id: str) -> str:
    return f"the server that starts the load programs of {run_id}"

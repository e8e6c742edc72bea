"""A process that starts other processes for a command, and ends all of them when the command ends.

To start a process, the command writes one JSON line to the guardian, and reads one line with the identity of
the process. The guardian's standard input is a pipe from the command. When the command ends or is killed, the
kernel closes the pipe. The guardian then ends all its descendants, including descendants with a session of
their own, and finally itself. If the guardian is killed, the command adopts the guardian's descendants
(``adopt_orphans``).

If the guardian is told to stay, it outlives the command and runs until it receives SIGTERM. At its end, the
guardian may run a clean-up command, which removes resources that are not processes of this machine, such as
containers.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, NoReturn, cast

from include.machine.processes.identity import ProcessIdentity, descendants, end_all
from include.machine.processes.owner_mark import mark, owner_environment, working_for
from include.machine.processes.parent_death import adopt_orphans

GRACE_SECONDS = 3.0
"""Time between SIGTERM and SIGKILL."""

STAY = "stay\n"
"""The line with which the command asks the guardian to outlive the command."""


@dataclass(frozen=True)
class Start:
    """A request to start a process; its output is appended to the file ``log``."""

    what: str
    command: list[str]
    log: str
    environment: dict[str, str]


class Guardian:
    """The command's interface to its running guardian."""

    def __init__(self, descriptors: tuple[int, ...] = (), clean_up: Sequence[str] = ()) -> None:
        """Start the guardian.

        Args:
            descriptors: File descriptors, such as a lock's, that the guardian keeps open while it runs.
            clean_up: A command that the guardian runs after it has ended all its processes. The last argument
                of this command is the mark of the guardian.
        """
        self.stays = False
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, *clean_up],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            pass_fds=descriptors,
        )
        self._requests = cast("IO[str]", self._process.stdin)
        self._answers = cast("IO[str]", self._process.stdout)
        self.identity = ProcessIdentity.of(self._process.pid)

    def start(self, start: Start) -> ProcessIdentity:
        """Start a process.

        Raises:
            ChildProcessError: The guardian has ended.
        """
        try:
            print(json.dumps(asdict(start)), file=self._requests, flush=True)
            return ProcessIdentity(**json.loads(self._answers.readline()))
        except (BrokenPipeError, json.JSONDecodeError):
            raise ChildProcessError(f"{start.what} was not started: the guardian process has ended") from None

    def alive(self) -> bool:
        return self._process.poll() is None

    def stay(self) -> None:
        """Let the guardian and all its processes outlive the command."""
        self._requests.write(STAY)
        self._requests.flush()
        self.stays = True

    def dismiss(self) -> None:
        """End the guardian and all its processes. Return when they have ended."""
        self._requests.close()
        self._process.wait()


def _start(start: Start) -> ProcessIdentity:
    environment = {**start.environment, **owner_environment(ProcessIdentity.of(os.getpid()))}
    with Path(start.log).open("ab") as log:
        process = subprocess.Popen(
            start.command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
    return ProcessIdentity.of(process.pid)


def _serve() -> None:
    """Start the requested processes until the command ends. After ``STAY``, only wait for SIGTERM."""
    for line in sys.stdin:
        if line == STAY:
            _stay()
        # A process that ends at once must not be collected before its identity has been read.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        identity = _start(Start(**json.loads(line)))
        _collect_the_ended()
        print(json.dumps(asdict(identity)), flush=True)


def _collect_the_ended() -> None:
    """Collect children that have ended, now and from now on: a zombie keeps its process id.

    Most are brokers and load programs that this process adopted, hundreds in a run.
    """

    def collect(*_: object) -> None:
        with suppress(ChildProcessError):  # no child is left
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass

    signal.signal(signal.SIGCHLD, collect)
    collect()


def _stay() -> NoReturn:
    """Close standard output and error, so that no reader waits for more output. Then wait for SIGTERM."""
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (sys.stdout, sys.stderr):
        os.dup2(null, standard.fileno())
    while True:
        signal.pause()


def _end_everything() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    myself = ProcessIdentity.of(os.getpid())
    end_all(lambda: {*descendants(), *working_for(myself)}, GRACE_SECONDS)
    if clean_up := sys.argv[1:]:
        null = subprocess.DEVNULL
        subprocess.run([*clean_up, mark(myself)], stdin=null, stdout=null, stderr=null, check=False)


def main() -> None:
    """Serve until the command ends or this process receives SIGTERM, then end all processes."""
    adopt_orphans()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _serve()
    finally:
        _end_everything()


if __name__ == "__main__":
    main()

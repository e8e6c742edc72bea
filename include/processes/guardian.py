"""Starts what a command asks for, and ends all of it when the command is gone, however it went.

The command writes one JSON line for each process to start and reads one line with its identity. It holds the
other end of this process's standard input: when it ends or is killed, the kernel closes that end, and the
guardian ends every descendant, those too that took a session of their own, and itself. When the guardian is
killed, its descendants fall to the command, which adopts them (``adopt_orphans``).

Told to stay, it outlives the command, until it is asked to end. It may be given a farewell: a command that
ends what is no process of this machine.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, NoReturn, cast

from include.processes.identity import ProcessIdentity
from include.processes.owner import mark, owner_environment, working_for
from include.processes.parent_death_signal import adopt_orphans
from include.processes.termination import descendants, end_all

PATIENCE = 3.0
"""Seconds that a process has from being asked to being killed."""


STAY = "stay\n"


@dataclass(frozen=True)
class Start:
    """A process to start; its output is appended to ``log``."""

    what: str
    command: list[str]
    log: str
    environment: dict[str, str]


class Guardian:
    """The command's side: a guardian that was started and does as it is told."""

    def __init__(self, held: tuple[int, ...] = (), farewell: Sequence[str] = ()) -> None:
        """Start it.

        Args:
            held: File descriptors (of a lock) that it keeps open as long as it lives.
            farewell: A command that it runs when all its processes have ended, with its own mark added.
        """
        self.stays = False
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, *farewell],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            pass_fds=held,
        )
        self._requests = cast("IO[str]", self._process.stdin)
        self._answers = cast("IO[str]", self._process.stdout)
        self.identity = ProcessIdentity.of(self._process.pid)

    def start(self, start: Start) -> ProcessIdentity:
        """Start a process.

        Raises:
            ChildProcessError: the guardian itself is gone.
        """
        try:
            print(json.dumps(asdict(start)), file=self._requests, flush=True)
            return ProcessIdentity(**json.loads(self._answers.readline()))
        except (BrokenPipeError, json.JSONDecodeError):
            raise ChildProcessError(f"{start.what}: not started, because the guardian is gone") from None

    def alive(self) -> bool:
        """Whether it is still there."""
        return self._process.poll() is None

    def stay(self) -> None:
        """Let it, and all that it started, outlive the command."""
        self._requests.write(STAY)
        self._requests.flush()
        self.stays = True

    def dismiss(self) -> None:
        """Let it end all that it started; returns when it has."""
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
    """Start what is asked for, until the command is gone; forever, once told to stay."""
    for line in sys.stdin:
        while line == STAY:
            signal.pause()
        print(json.dumps(asdict(_start(Start(**json.loads(line))))), flush=True)


def _stop(*_: object) -> NoReturn:
    raise SystemExit


def _end_everything() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    myself = ProcessIdentity.of(os.getpid())
    end_all(lambda: {*descendants(), *working_for(myself)}, PATIENCE)
    if farewell := sys.argv[1:]:
        null = subprocess.DEVNULL
        subprocess.run([*farewell, mark(myself)], stdin=null, stdout=null, stderr=null, check=False)


def main() -> None:
    """Serve until the command is gone, or until asked to end; then end everything."""
    adopt_orphans()
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _serve()
    finally:
        _end_everything()


if __name__ == "__main__":
    main()

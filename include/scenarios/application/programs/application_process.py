"""The processes of an application: start them, strike them, and end them, whatever they have started."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from include.machine.errors import UserError
from include.machine.processes.identity import AT_ONCE, ProcessIdentity, descendants, end_all
from include.machine.processes.owner_mark import owner_environment
from include.machine.processes.parent_death import adopt_orphans, end_with_parent
from include.machine.processes.wait_until import wait_until
from include.machine.secret_values import secrets_of_environment, with_secrets_hidden
from include.scenarios.application.programs.jobs import Blow

GRACE_SECONDS = 15.0
"""The time from SIGTERM to SIGKILL when an application is stopped."""

FREEZE_TIMEOUT_SECONDS = 5.0

OF_LOAD_PROGRAMS = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
"""Environment variables with which Kerran starts its own Python programs."""

LAST_LINES = 12
"""The number of lines of the application's output that an error shows."""


def inherited_environment() -> dict[str, str]:
    """The environment of this process without what Kerran has added for its own programs."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in OF_LOAD_PROGRAMS and not name.startswith("KERRAN_")
    }


MOST_OUTPUT_BYTES = 128 * 2**20
"""The length of the output at which an application is ended, before it fills the disk."""


class ApplicationProcess:
    """An application and everything that it has started.

    This process adopts what the application leaves behind, also when it forks away. So all of its processes
    are descendants of this process, and this process has no others.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], log: Path, folder: Path
    ) -> None:
        self._command, self._environment, self._log, self._folder = command, environment, log, folder
        self._child: subprocess.Popen[bytes] | None = None
        self._exit_code: int | None = None
        # What the application leaves behind when this process is killed is found by the mark.
        self._mark = owner_environment(ProcessIdentity.of(os.getpid()))
        self._secrets = secrets_of_environment({**inherited_environment(), **environment})
        self.starts = 0
        adopt_orphans()

    def start(self) -> None:
        """Start the application. Its output is appended to the log.

        Raises:
            UserError: The program does not exist, or cannot be run.
        """
        with self._log.open("ab") as output:
            try:
                self._child = subprocess.Popen(
                    self._command,
                    cwd=self._folder,
                    env={**inherited_environment(), **self._mark, **self._environment},
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                    preexec_fn=lambda: end_with_parent(signal.SIGKILL),
                )
            except OSError as error:
                where = f" (in {self._folder})" if self._folder.is_dir() else f"; there is no {self._folder}"
                problem = f"{self._command[0]} cannot be started: {error.strerror}{where}"
                raise UserError(problem) from None
        self._exit_code = None
        self.starts += 1

    @property
    def is_away(self) -> bool:
        """Whether it was not started yet, or has left."""
        return self._child is None

    @property
    def has_ended(self) -> bool:
        """Whether nothing of the application runs any more. An application may go on in the background."""
        return not self._collect()

    @property
    def ending(self) -> str:
        """How the started process has ended, as the end of a sentence."""
        code = self._exit_code
        if code is None:
            return "runs"
        return f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"

    def kill(self) -> None:
        """Kill all processes at once."""
        end_all(descendants, AT_ONCE)
        self._collect()

    def stop(self) -> None:
        """Ask all processes to end, and kill those that still run after a time."""
        end_all(descendants, GRACE_SECONDS)
        self._collect()

    def freeze(self) -> None:
        """Stop all processes (SIGSTOP), until ``thaw``."""

        signalled: set[ProcessIdentity] = set()

        def is_frozen() -> bool:
            are_at_rest = all(process.is_at_rest() for process in signalled)
            new = set(descendants()) - signalled  # if the others were at rest, nothing starts any more
            for process in new:
                process.signal(signal.SIGSTOP)
            signalled.update(new)
            return are_at_rest and not new

        wait_until(is_frozen, FREEZE_TIMEOUT_SECONDS, lambda: "the application could not be frozen")

    def thaw(self) -> None:
        for process in descendants():
            process.signal(signal.SIGCONT)

    def strike(self, blow: Blow) -> None:
        match blow:
            case Blow.KILL:
                self.kill()
            case Blow.STOP:
                self.stop()
            case Blow.FREEZE:
                self.freeze()
            case Blow.JOIN if self.is_away:
                self.start()
            case Blow.JOIN:
                self.stop()
                self._child = None

    @property
    def prints_too_much(self) -> bool:
        return self._log.exists() and self._log.stat().st_size > MOST_OUTPUT_BYTES

    def last_lines(self) -> str:
        """The last lines of the application's output, without secrets."""
        lines = text_of(self._log).splitlines()[-LAST_LINES:]
        return with_secrets_hidden("\n".join(lines), self._secrets) if lines else "(it printed nothing)"

    def hide_secrets(self) -> None:
        hide_secrets(self._log, self._secrets)

    def _collect(self) -> bool:
        """Collect ended children, adopted ones too, so that none of them stays a zombie.

        Returns:
            Whether a child is left. The kernel knows it: what is read of the processes one after another may
            miss one that goes to the background meanwhile.
        """
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
                pid, status = ended
                if self._child and pid == self._child.pid:
                    self._exit_code = self._child.returncode = os.waitstatus_to_exitcode(status)
            return True
        return False


def text_of(output: Path) -> str:
    """The output of an application; empty if there is none yet."""
    return output.read_text(encoding="utf-8", errors="replace") if output.exists() else ""


def hide_secrets(output: Path, secrets: Sequence[str]) -> None:
    """Replace the secrets in the output of an application, which is a part of the raw log."""
    if text := text_of(output):
        output.write_text(with_secrets_hidden(text, secrets), encoding="utf-8")

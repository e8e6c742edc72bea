"""A load program as a fork of the fork server."""

import os
import runpy
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from setproctitle import setproctitle

from include.load.signals import PARENT

PRIVATE = 0o177
"""The umask of the socket. Only this user has access, because whoever can connect can run programs."""

STANDARD_OUTPUT, STANDARD_ERROR = 1, 2


@dataclass(frozen=True)
class ForkRequest:
    """A Python module to run as a program."""

    module: str
    arguments: list[str]
    environment: dict[str, str]
    cores: list[int]
    """The CPU cores on which the program may run; empty: the cores of the server."""


def unforkable() -> str | None:
    """The reason why this process must not be forked; None if it may be forked."""
    others = len(list(Path("/proc/self/task").iterdir())) - 1
    if not others:
        return None
    return (
        f"its import has started {others} threads, and a forked program would run without them; start "
        "threads only when the program runs"
    )


def become(request: ForkRequest, output: int, error_output: int) -> NoReturn:
    """Run the module in this forked process as a Python interpreter would, then end the process."""
    parent = os.getppid()
    os.dup2(output, STANDARD_OUTPUT)
    os.dup2(error_output, STANDARD_ERROR)
    # The fork has inherited the sockets of all running programs. If it kept them, the server would not see
    # that a cell's process has ended, and its programs would go on.
    os.closerange(STANDARD_ERROR + 1, os.sysconf("SC_OPEN_MAX"))
    if request.cores:
        os.sched_setaffinity(0, request.cores)
    setproctitle(" ".join([request.module, *request.arguments]))  # as ps shows it, instead of the server's
    os.environ.clear()
    os.environ.update({**request.environment, PARENT: str(parent)})
    sys.argv[1:] = request.arguments
    os._exit(exit_code(lambda: runpy.run_module(request.module, run_name="__main__", alter_sys=True)))


def exit_code(run: Callable[[], object]) -> int:
    """Run a program, flush its output, and return its exit code as the Python interpreter defines it."""
    try:
        run()
        code: object = None
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    if not isinstance(code, int | None):
        print(code, file=sys.stderr)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code or 0

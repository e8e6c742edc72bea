"""The steps of every load program: read the job, get ready, run, report counts, leave."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any, Protocol, TypeVar

from include.load.events import EventKind, emit
from include.load.job import Job
from include.load.program_environment import security_of_this_process
from include.load.signals import ProgramSignals, die_with_parent
from include.machine.errors import UserError

AnyJob = TypeVar("AnyJob", bound=Job)

CLIENT_GAVE_UP = 1
"""Exit code: the program's client gave up while the program ran. The program's records remain."""

COULD_NOT_BEGIN = 2
"""Exit code: the program could not begin."""


class LoadProgram(Protocol):
    """The steps of a load program, in the order in which ``run_program`` calls them."""

    def get_ready(self) -> None:
        """Do all preparation that must not be measured."""

    def run(self) -> None:
        """Do the program's work, and record it, until it is finished or the program is told to stop."""

    def counts(self) -> dict[str, int]:
        """The counts of the program, by name."""

    def leave(self) -> None:
        """Close the connections. The cell does not wait for this step."""


def run_program(
    program: Callable[[AnyJob, ProgramSignals], LoadProgram],
    job_type: type[AnyJob],
    client_error: type[Exception] = UserError,
    explain: Callable[[Any, AnyJob], str] = lambda error, _job: str(error),
) -> None:
    """Run a load program with the job file that the command line names, then end this process.

    The exit code is 0 after success, ``CLIENT_GAVE_UP`` or ``COULD_NOT_BEGIN``.

    Args:
        program: Creates the program from its job and the signals that it obeys.
        job_type: The type of the job.
        client_error: The type of the error that the program's client raises when it gives up. Every program
            may also raise a ``UserError``, whose message is reported unchanged.
        explain: Describes an error of the client in a sentence for the user. Its arguments are the error and
            the job.
    """
    die_with_parent()
    with suppress(KeyboardInterrupt):
        raise SystemExit(_run(program, job_type, client_error, explain))


def _run(
    program: Callable[[AnyJob, ProgramSignals], LoadProgram],
    job_type: type[AnyJob],
    client_error: type[Exception],
    explain: Callable[[Any, AnyJob], str],
) -> int:
    signals = ProgramSignals()
    try:
        job = job_type.read(Path(sys.argv[1])).secured(security_of_this_process())
    except UserError as error:
        emit(EventKind.ERROR, reason=str(error))
        return COULD_NOT_BEGIN

    def report(error: Exception) -> None:
        emit(EventKind.ERROR, reason=str(error) if isinstance(error, UserError) else explain(error, job))

    try:
        running = program(job, signals)
        running.get_ready()
    except (UserError, client_error) as error:
        report(error)
        return COULD_NOT_BEGIN
    emit(EventKind.READY, client_settings=job.in_effect())
    code = 0
    try:
        running.run()
    except (UserError, client_error) as error:
        report(error)
        code = CLIENT_GAVE_UP
    emit(EventKind.DONE, counts=running.counts(), cpu_seconds=_cpu_seconds())
    if not code:
        # Data that was handed to a connection may still be in the kernel's buffers. A container's own network
        # ends with the container: unacknowledged messages would be lost although no broker lost them.
        signals.wait_for_stop()
    running.leave()
    return code


def _cpu_seconds() -> float:
    """The CPU time of this process, and of the processes of a user's application that it has started."""
    usages = [getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)

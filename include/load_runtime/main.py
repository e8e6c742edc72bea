"""The frame of every load program: read the job, get ready, run, write the raw log, say what was done."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from typing import Any, Protocol, TypeVar

from include.load_runtime.events import Kind, emit
from include.load_runtime.job import Job, JobError
from include.load_runtime.security import security_of_this_process
from include.load_runtime.signals import Lifetime, die_with_parent

AnyJob = TypeVar("AnyJob", bound=Job)


class LoadProgram(Protocol):
    """What a load program does within the frame."""

    def get_ready(self) -> None:
        """Do whatever must not be measured."""

    def run(self) -> None:
        """Run to the end of the work, or until told to stop."""

    def write(self) -> None:
        """Write its part of the raw log."""

    def counts(self) -> dict[str, int]:
        """What it counted in all."""
        ...

    def leave(self) -> None:
        """Say farewell to the brokers; nobody waits for it."""


def run_program(
    program: Callable[[AnyJob, Lifetime], LoadProgram],
    job_type: type[AnyJob],
    failure: type[Exception] | tuple[type[Exception], ...],
    explain: Callable[[Any, AnyJob], str],
) -> None:
    """Run the program with the job file that the command line names, and end this process.

    Its exit code is 0 when all went as it should, 1 when the client gave up, 2 when it couldn't begin.

    Args:
        program: Made of the job and the two signals that it is to heed.
        job_type: The job it takes.
        failure: What its client raises when it gives up. While running, what is known so far is written.
        explain: Such a failure of a program with that job, as a sentence for a user.
    """
    die_with_parent()
    with suppress(KeyboardInterrupt):
        raise SystemExit(_run(program, job_type, failure, explain))


def _run(
    program: Callable[[AnyJob, Lifetime], LoadProgram],
    job_type: type[AnyJob],
    failure: type[Exception] | tuple[type[Exception], ...],
    explain: Callable[[Any, AnyJob], str],
) -> int:
    lifetime = Lifetime()
    try:
        job = job_type.read(Path(sys.argv[1])).secured(security_of_this_process())
    except JobError as error:
        emit(Kind.ERROR, reason=str(error))
        return 2
    try:
        running = program(job, lifetime)
        running.get_ready()
    except failure as error:
        emit(Kind.ERROR, reason=explain(error, job))
        return 2
    emit(Kind.READY, client_settings=job.in_effect())
    code = 0
    try:
        running.run()
    except failure as error:
        emit(Kind.ERROR, reason=explain(error, job))
        code = 1
    running.write()
    usage = getrusage(RUSAGE_SELF)
    emit(Kind.DONE, counts=running.counts(), cpu_seconds=usage.ru_utime + usage.ru_stime)
    if not code:
        # What was handed to a connection may still be on its way, and where the network is a container's own,
        # it ends with the container: unacknowledged messages would be lost that no broker lost.
        lifetime.wait_for_stop()
    running.leave()
    return code

from pathlib import Path
from time import monotonic_ns

import pytest

from include.cells.program_supervisor import ProgramSupervisor
from include.load.consumer_jobs import ConsumerJob
from include.load.events import Event, EventKind
from include.load.program_descriptions import Program
from include.machine.errors import CellError, SubjectError
from tests.cells.fakes import FakeRunner, assigned, event, started_supervisor
from tests.load.jobs import job_of

READY = event(EventKind.READY)


def supervisor_of_producer(*script: Event, code: int | None = None) -> ProgramSupervisor:
    return started_supervisor(FakeRunner(*script, code=code), "producer")


def replacing_supervisor() -> tuple[FakeRunner, ProgramSupervisor]:
    """The supervisor of a producer that is replaced if it fails, and the producer's runner."""
    runner = FakeRunner()
    return runner, started_supervisor(runner, "producer", replaces_failed=True)


def test_every_assignment_and_the_latest_event_of_each_kind_are_kept() -> None:
    supervisor = supervisor_of_producer(assigned(0, 1), READY, assigned(1))
    supervisor.listen(0)
    assert [event.partitions for event in supervisor.assignments("producer")] == [[0, 1], [1]]
    progress = [event(EventKind.PROGRESS, counts={"sent": sent}) for sent in (1, 2)]
    supervisor = supervisor_of_producer(*progress)
    supervisor.listen(0)
    latest = supervisor.latest_event("producer", EventKind.PROGRESS)
    assert latest is not None
    assert latest.counts == {"sent": 2}
    assert supervisor.latest_event("producer", EventKind.DONE) is None


def test_the_time_at_which_a_program_was_killed_is_its_exit() -> None:
    supervisor = supervisor_of_producer()
    assert supervisor.exit_ns("producer") is None
    before = monotonic_ns()
    supervisor.kill("producer")
    assert before <= (supervisor.exit_ns("producer") or 0) <= monotonic_ns()


def test_an_error_event_an_error_code_and_a_timeout_fail_the_cell_with_the_program() -> None:
    supervisor = supervisor_of_producer(event(EventKind.ERROR, reason="the producer was fenced"))
    with pytest.raises(CellError, match="producer: the producer was fenced") as failure:
        supervisor.listen(0)
    assert failure.value.program == "producer"
    with pytest.raises(CellError, match="producer ended with exit code 3"):
        supervisor_of_producer(code=3).listen(0)
    with pytest.raises(CellError, match=r"producer did not become ready within 0\.01 s"):
        supervisor_of_producer().wait_until(lambda: False, 0.01, lambda: "producer did not become ready")


def test_a_program_that_exits_without_an_error_or_under_a_fault_does_not_fail_the_cell() -> None:
    supervisor = supervisor_of_producer(code=0)
    supervisor.listen(0)
    assert supervisor.exit_ns("producer") is not None
    assert not supervisor.is_out_of_service("producer")
    supervisor = supervisor_of_producer(code=9)
    supervisor.kill("producer")
    supervisor.listen(0)
    assert supervisor.is_out_of_service("producer")
    supervisor = supervisor_of_producer(event(EventKind.ERROR, reason="the producer was fenced"), code=1)
    supervisor.pause("producer")
    supervisor.resume("producer")
    supervisor.listen(0)
    assert supervisor.is_out_of_service("producer")


def test_every_program_is_ended_on_exit_even_after_an_error() -> None:
    runner = FakeRunner()
    with pytest.raises(RuntimeError), started_supervisor(runner, "producer", "consumer-0"):
        raise RuntimeError("anything")
    assert [program.ended for program in runner.programs] == [True, True]


def test_a_program_whose_client_hangs_is_replaced() -> None:
    runner = FakeRunner()
    supervisor = started_supervisor(runner, "copier-0")
    runner.send("copier-0", event(EventKind.HUNG))
    supervisor.listen(0)
    assert [program.name for program in runner.programs] == ["copier-0", "copier-0-again"]
    assert supervisor.is_out_of_service("copier-0")


def test_a_producer_that_fails_under_a_fault_is_replaced_and_its_successor_begins() -> None:
    runner, supervisor = replacing_supervisor()
    runner.send("producer", READY)
    runner.send("producer", event(EventKind.ERROR, reason="fatal"))
    supervisor.listen(0)
    assert supervisor.replaced == {"producer"}
    runner.send("producer-again", READY)
    supervisor.listen(0)
    assert runner.programs[1].told == ["begin"]


def test_a_producer_that_was_never_ready_or_was_replaced_three_times_fails_the_cell() -> None:
    runner, supervisor = replacing_supervisor()
    runner.send("producer", event(EventKind.ERROR, reason="no such topic"))
    with pytest.raises(CellError, match="no such topic"):
        supervisor.listen(0)
    runner, supervisor = replacing_supervisor()
    with pytest.raises(CellError, match="fatal"):
        for _ in range(5):
            name = runner.programs[-1].name
            runner.send(name, READY)
            runner.send(name, event(EventKind.ERROR, reason="fatal"))
            supervisor.listen(0)
    assert len(runner.programs) == 4


class JobOfUser(ConsumerJob):
    """The job of a program that runs what the user wants to have judged."""

    is_of_user = True


@pytest.mark.parametrize(("script", "kind"), [([], SubjectError), ([READY], CellError)])
def test_what_the_user_wants_to_have_judged_is_never_replaced(
    script: list[Event], kind: type[CellError]
) -> None:
    runner = FakeRunner(*script, event(EventKind.ERROR, reason="printed too much"))
    supervisor = ProgramSupervisor(runner, Path(), lambda _: None, replaces_failed=True)
    supervisor.start(Program("none", job_of(JobOfUser, name="application-0")))
    with pytest.raises(CellError, match="printed too much") as failure:
        supervisor.listen(0)
    assert failure.type is kind
    assert len(runner.programs) == 1


def test_a_producer_is_told_to_finish_and_if_it_was_replaced_its_last_successor() -> None:
    runner = FakeRunner(event(EventKind.READY))
    with started_supervisor(runner, "producer", replaces_failed=True) as supervisor:
        supervisor.listen(0)
        runner.send("producer", event(EventKind.ERROR, reason="no leader"))
        supervisor.listen(0)
        supervisor.finish("producer")
    assert [("finish" in program.told) for program in runner.programs] == [False, True]


def test_a_program_is_told_to_stop_once() -> None:
    runner, supervisor = replacing_supervisor()
    supervisor.stop("producer")
    supervisor.stop("producer")
    assert runner.programs[0].told == ["stop"]

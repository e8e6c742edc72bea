from pathlib import Path
from time import monotonic_ns

import pytest

from include.cells.errors import CellError
from include.cells.program_supervisor import ProgramSupervisor
from include.load_runtime.events import Event, Kind
from tests.cells.fakes import FakeRunner, event, program


def crew_of(*script: Event, code: int | None = None) -> ProgramSupervisor:
    crew = ProgramSupervisor(FakeRunner(*script, code=code), Path(), look=lambda: None)
    crew.start(program("producer"))
    return crew


def test_each_time_that_a_program_was_told_of_partitions_is_remembered() -> None:
    crew = crew_of(
        event(Kind.ASSIGNED, partitions=[0, 1]), event(Kind.READY), event(Kind.ASSIGNED, partitions=[1])
    )
    crew.listen(0)
    assert [said.partitions for said in crew.assignments("producer")] == [[0, 1], [1]]


def test_it_is_known_when_a_program_was_gone() -> None:
    crew = crew_of()
    assert crew.gone_ns("producer") is None
    before = monotonic_ns()
    crew.kill("producer")
    assert before <= (crew.gone_ns("producer") or 0) <= monotonic_ns()


def test_the_latest_event_of_a_kind_is_remembered() -> None:
    crew = crew_of(event(Kind.PROGRESS, counts={"sent": 1}), event(Kind.PROGRESS, counts={"sent": 2}))
    crew.listen(0)
    latest = crew.latest("producer", Kind.PROGRESS)
    assert latest is not None
    assert latest.counts == {"sent": 2}
    assert crew.latest("producer", Kind.DONE) is None


def test_what_did_not_come_in_time_is_said() -> None:
    with pytest.raises(CellError, match=r"producer didn't get ready within 0\.01 s"):
        crew_of().wait_until(lambda: False, 0.01, lambda: "producer didn't get ready")


def test_an_error_event_fails_the_cell_and_names_the_program() -> None:
    crew = crew_of(event(Kind.ERROR, reason="the producer was fenced"))
    with pytest.raises(CellError, match="producer: the producer was fenced") as failure:
        crew.listen(0)
    assert failure.value.program == "producer"


def test_a_program_that_ends_badly_fails_the_cell() -> None:
    with pytest.raises(CellError, match="producer ended with exit code 3"):
        crew_of(code=3).listen(0)


def test_a_program_that_ends_well_has_ended() -> None:
    crew = crew_of(code=0)
    crew.listen(0)
    assert crew.has_ended("producer")


def test_whatever_happens_no_program_is_left() -> None:
    runner = FakeRunner()
    with pytest.raises(RuntimeError), ProgramSupervisor(runner, Path(), look=lambda: None) as crew:
        crew.start(program("producer"))
        crew.start(program("consumer-0"))
        raise RuntimeError("anything")
    assert [one.ended for one in runner.programs] == [True, True]


def test_a_program_that_a_fault_killed_has_not_failed() -> None:
    crew = crew_of(code=9)
    crew.kill("producer")
    crew.listen(0)
    assert crew.is_over("producer")


def test_a_program_that_a_fault_let_go_on_may_fail_and_is_over_then() -> None:
    crew = crew_of(event(Kind.ERROR, reason="the producer was fenced"), code=1)
    crew.pause("producer")
    crew.resume("producer")
    crew.listen(0)
    assert crew.is_over("producer")


def test_a_program_whose_client_hangs_is_replaced() -> None:
    runner = FakeRunner()
    crew = ProgramSupervisor(runner, Path(), look=lambda: None)
    crew.start(program("copier-0"))
    runner.says("copier-0", event(Kind.HUNG))
    crew.listen(0)
    assert [one.name for one in runner.programs] == ["copier-0", "copier-0-again"]
    assert crew.is_over("copier-0")


def crew_with_faults() -> tuple[FakeRunner, ProgramSupervisor]:
    runner = FakeRunner()
    crew = ProgramSupervisor(runner, Path(), look=lambda: None, replaces=True)
    crew.start(program("producer"))
    return runner, crew


def test_a_producer_that_gives_up_under_a_fault_is_replaced_and_its_successor_begins() -> None:
    runner, crew = crew_with_faults()
    runner.says("producer", event(Kind.READY))
    runner.says("producer", event(Kind.ERROR, reason="fatal"))
    crew.listen(0)
    assert crew.replaced == {"producer"}
    runner.says("producer-again", event(Kind.READY))
    crew.listen(0)
    assert runner.programs[1].told == ["begin"]


def test_a_producer_that_never_began_is_not_replaced() -> None:
    runner, crew = crew_with_faults()
    runner.says("producer", event(Kind.ERROR, reason="no such topic"))
    with pytest.raises(CellError, match="no such topic"):
        crew.listen(0)


def test_a_program_that_gives_up_again_and_again_fails_the_cell() -> None:
    runner, crew = crew_with_faults()
    with pytest.raises(CellError, match="fatal"):
        for _ in range(5):
            name = runner.programs[-1].name
            runner.says(name, event(Kind.READY))
            runner.says(name, event(Kind.ERROR, reason="fatal"))
            crew.listen(0)
    assert len(runner.programs) == 4


def test_a_program_is_told_to_stop_once() -> None:
    runner, crew = crew_with_faults()
    crew.stop("producer")
    crew.stop("producer")
    assert runner.programs[0].told == ["stop"]

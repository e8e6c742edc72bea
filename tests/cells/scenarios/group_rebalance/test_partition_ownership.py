from pathlib import Path

from include.cells.program_supervisor import ProgramSupervisor
from include.cells.scenarios.group_rebalance.partition_ownership import (
    NEVER,
    End,
    Tenure,
    held,
    ownership_table,
    tenures_of,
)
from include.load_runtime.events import Event, Kind
from include.load_runtime.job import ConsumerJob
from include.rawlog.scenarios.group_rebalance import OWNERSHIP, Ending
from tests.cells.fakes import FakeRunner, program

MEMBER = ConsumerJob(
    name="consumer-2", folder=Path(), topic="t", cell=1, messages=1, client_settings={}, index=2
)


def at(at_ns: int, kind: Kind = Kind.ASSIGNED, *partitions: int) -> Event:
    return Event.model_validate({"event": kind, "at_ns": at_ns, "partitions": list(partitions)})


def told(tenures: list[Tenure]) -> list[tuple[int | None, int, int | None, str | None]]:
    return [(one.partition, one.from_ns, one.until_ns, one.ending) for one in tenures]


def test_what_a_member_keeps_goes_on_when_another_partition_is_taken_from_it() -> None:
    said = [at(10, Kind.ASSIGNED, 4, 5), at(20, Kind.ASSIGNED, 5)]
    assert told(list(held(MEMBER, 1, said, NEVER))) == [
        (None, 1, 10, Ending.GIVEN),
        (4, 10, 20, Ending.REVOKED),
        (5, 10, None, None),
    ]


def test_between_giving_up_everything_and_getting_it_back_a_member_owns_none() -> None:
    said = [at(10, Kind.ASSIGNED, 4), at(20), at(30, Kind.ASSIGNED, 4)]
    assert told(list(held(MEMBER, 1, said, NEVER)))[1:] == [
        (4, 10, 20, Ending.REVOKED),
        (None, 20, 30, Ending.GIVEN),
        (4, 30, None, None),
    ]


def test_a_member_that_is_never_given_any_is_idle() -> None:
    assert told(list(held(MEMBER, 1, [], End(50, Ending.LEFT)))) == [(None, 1, 50, Ending.LEFT)]


def crew_of(*script: Event) -> ProgramSupervisor:
    runner = FakeRunner(*script)
    crew = ProgramSupervisor(runner, Path(), look=lambda: None)
    crew.start(program("consumer-0"))
    crew.listen(0)
    return crew


def test_one_that_leaves_owns_its_partitions_until_it_gives_them_up() -> None:
    crew = crew_of(at(1, Kind.READY), at(5, Kind.ASSIGNED, 0), at(30, Kind.DONE), at(33))
    assert told(tenures_of(crew, until_ns=100))[1:] == [(0, 5, 33, Ending.LEFT)]


def test_one_that_is_killed_owns_them_until_it_is_gone() -> None:
    crew = crew_of(at(1, Kind.READY), at(5, Kind.ASSIGNED, 0))
    crew.kill("consumer-0")
    gone_ns = crew.gone_ns("consumer-0")
    assert told(tenures_of(crew, until_ns=2**62))[1:] == [(0, 5, gone_ns, Ending.GONE)]


def test_what_is_given_up_at_the_end_of_the_cell_was_owned_to_its_end() -> None:
    crew = crew_of(at(1, Kind.READY), at(5, Kind.ASSIGNED, 0), at(101, Kind.DONE), at(102))
    assert told(tenures_of(crew, until_ns=100))[1:] == [(0, 5, None, None)]


def test_tenures_are_rows_of_the_raw_log() -> None:
    table = ownership_table([Tenure(2, 1, None, 1, 5, Ending.GIVEN), Tenure(2, 1, 0, 5, None, None)])
    assert table.schema == OWNERSHIP
    assert table.to_pylist()[1] == {
        "consumer": 2,
        "attempt": 1,
        "partition": 0,
        "from_ns": 5,
        "until_ns": None,
        "ending": None,
    }
    assert table["partition"].to_pylist() == [None, 0]
    assert ownership_table([]).num_rows == 0

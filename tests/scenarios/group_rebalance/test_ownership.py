from include.cells.program_supervisor import ProgramSupervisor
from include.load.consumer_jobs import ConsumerJob
from include.load.events import Event, EventKind
from include.scenarios.group_rebalance.ownership import (
    OWNERSHIP,
    Ending,
    MembershipEnd,
    OwnershipRow,
    ownership_rows,
    ownership_table,
    rows_of_assignments,
)
from tests.cells.fakes import FakeRunner, started_supervisor
from tests.load.jobs import job_of

MEMBER = job_of(ConsumerJob, name="consumer-2", index=2)


def at(at_ns: int, kind: EventKind = EventKind.ASSIGNED, *partitions: int) -> Event:
    return Event.model_validate({"event": kind, "at_ns": at_ns, "partitions": list(partitions)})


def brief(rows: list[OwnershipRow]) -> list[tuple[int | None, int, int | None, str | None]]:
    return [(row.partition, row.from_ns, row.until_ns, row.ending) for row in rows]


def supervisor_of_consumer(*script: Event) -> ProgramSupervisor:
    supervisor = started_supervisor(FakeRunner(*script), "consumer-0")
    supervisor.listen(0)
    return supervisor


def test_a_partition_has_a_row_from_each_assignment_to_its_revocation() -> None:
    assignments = [at(10, EventKind.ASSIGNED, 4, 5), at(20, EventKind.ASSIGNED, 5)]
    assert brief(list(rows_of_assignments(MEMBER, 1, assignments, MembershipEnd()))) == [
        (None, 1, 10, Ending.GIVEN),
        (4, 10, 20, Ending.REVOKED),
        (5, 10, None, None),
    ]
    assignments = [at(10, EventKind.ASSIGNED, 4), at(20), at(30, EventKind.ASSIGNED, 4)]
    assert brief(list(rows_of_assignments(MEMBER, 1, assignments, MembershipEnd())))[1:] == [
        (4, 10, 20, Ending.REVOKED),
        (None, 20, 30, Ending.GIVEN),
        (4, 30, None, None),
    ]


def test_a_member_owns_its_partitions_until_it_gives_them_up_or_to_the_end_of_the_cell() -> None:
    joined = (at(1, EventKind.READY), at(5, EventKind.ASSIGNED, 0))
    supervisor = supervisor_of_consumer(*joined, at(30, EventKind.DONE), at(33))
    assert brief(ownership_rows(supervisor, until_ns=100))[1:] == [(0, 5, 33, Ending.LEFT)]
    supervisor = supervisor_of_consumer(*joined, at(101, EventKind.DONE), at(102))
    assert brief(ownership_rows(supervisor, until_ns=100))[1:] == [(0, 5, None, None)]
    rows = rows_of_assignments(MEMBER, 1, [], MembershipEnd(50, Ending.LEFT))
    assert brief(list(rows)) == [(None, 1, 50, Ending.LEFT)]


def test_a_member_that_is_killed_owns_its_partitions_until_its_exit() -> None:
    supervisor = supervisor_of_consumer(at(1, EventKind.READY), at(5, EventKind.ASSIGNED, 0))
    supervisor.kill("consumer-0")
    exit_ns = supervisor.exit_ns("consumer-0")
    assert brief(ownership_rows(supervisor, until_ns=2**62))[1:] == [(0, 5, exit_ns, Ending.GONE)]


def test_the_table_has_the_schema_of_the_raw_log() -> None:
    rows = [OwnershipRow(2, 1, None, 1, 5, Ending.GIVEN), OwnershipRow(2, 1, 0, 5, None, None)]
    table = ownership_table(rows)
    assert table.schema == OWNERSHIP
    values = [tuple(row.values()) for row in table.to_pylist()]
    assert values == [(2, 1, None, 1, 5, "given"), (2, 1, 0, 5, None, None)]
    assert ownership_table([]).num_rows == 0

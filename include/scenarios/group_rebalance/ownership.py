"""Build ``ownership.parquet``, the table of partition owners, from the events of the consumers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

import pyarrow as pa

from include.cells.program_supervisor import ProgramSupervisor
from include.load.consumer_jobs import ConsumerJob
from include.load.events import Event, EventKind
from include.rawlog.schemas import scenario_tables
from include.rawlog.table_writer import log_table

OWNERSHIP_FILE = "ownership.parquet"
OWNERSHIP = scenario_tables("group_rebalance")[OWNERSHIP_FILE].schema


class Ending(StrEnum):
    """The reason why a period of ownership ended, such as ``revoked``."""

    GIVEN = "given"
    REVOKED = "revoked"
    LEFT = "left"
    GONE = "gone"


@dataclass(frozen=True)
class OwnershipRow:
    """A row of ``ownership.parquet``: a period in which a consumer owned a partition.

    In a row without a partition, the consumer was a member of the group and owned no partition. Times are ns
    of the cell's clock. A row that lasts until the end of the cell has no ``until_ns`` and no ``ending``.
    """

    consumer: int
    attempt: int
    partition: int | None
    from_ns: int
    until_ns: int | None
    ending: Ending | None


@dataclass(frozen=True)
class MembershipEnd:
    """When and how a consumer left the group; None if it stayed until the end of the cell."""

    at_ns: int | None = None
    ending: Ending | None = None


def ownership_rows(supervisor: ProgramSupervisor, until_ns: int) -> list[OwnershipRow]:
    """The rows of ``ownership.parquet`` for all consumers.

    Changes of owners after ``until_ns`` are left out, because the end of the cell causes them.
    """
    members = [program.job for program in supervisor.programs if isinstance(program.job, ConsumerJob)]
    return [row for member in members for row in _rows_of_member(supervisor, member, until_ns)]


def _rows_of_member(
    supervisor: ProgramSupervisor, member: ConsumerJob, until_ns: int
) -> Iterator[OwnershipRow]:
    ready = supervisor.latest_event(member.name, EventKind.READY)
    if ready is None:
        return
    end = _membership_end(supervisor, member.name, until_ns)
    last_ns = until_ns if end.at_ns is None else end.at_ns
    assignments = [event for event in supervisor.assignments(member.name) if event.at_ns < last_ns]
    yield from rows_of_assignments(member, ready.at_ns, assignments, end)


def _membership_end(supervisor: ProgramSupervisor, name: str, until_ns: int) -> MembershipEnd:
    """The end of a consumer's membership.

    A leaving consumer first reports that it is done. If it owns partitions, it then reports that it gives
    them up.
    """
    done, exit_ns = supervisor.latest_event(name, EventKind.DONE), supervisor.exit_ns(name)
    if done is not None and done.at_ns < until_ns:
        later = [event.at_ns for event in supervisor.assignments(name) if event.at_ns >= done.at_ns]
        return MembershipEnd(min(later, default=done.at_ns), Ending.LEFT)
    if done is None and exit_ns is not None and exit_ns < until_ns:
        return MembershipEnd(exit_ns, Ending.GONE)
    return MembershipEnd()


def rows_of_assignments(
    member: ConsumerJob, since_ns: int, assignments: Iterable[Event], end: MembershipEnd
) -> Iterator[OwnershipRow]:
    """Yield the rows of one consumer, in the order in which its periods of ownership ended.

    Args:
        since_ns: When the consumer joined the group. It owned no partition at that time.
    """
    index, attempt = member.index, member.attempt
    began_ns: dict[int | None, int] = {None: since_ns}
    for event in assignments:
        partitions: list[int | None] = [*event.partitions] or [None]
        for partition in [former for former in began_ns if former not in partitions]:
            ending = Ending.GIVEN if partition is None else Ending.REVOKED
            yield OwnershipRow(index, attempt, partition, began_ns.pop(partition), event.at_ns, ending)
        began_ns |= {partition: event.at_ns for partition in partitions if partition not in began_ns}
    for partition, from_ns in began_ns.items():
        yield OwnershipRow(index, attempt, partition, from_ns, end.at_ns, end.ending)


def ownership_table(rows: Sequence[OwnershipRow]) -> pa.Table:
    """The rows as the table of ``ownership.parquet``."""
    return log_table([asdict(row) for row in rows], OWNERSHIP)

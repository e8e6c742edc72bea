"""A group rebalance cell: members share a topic, and the cell records the owner of each partition over
time.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
import pyarrow as pa

from include.cells.kafka_programs import (
    consumer_name,
    consumer_program,
    observer_programs,
    own_producer_settings,
    producer_job,
)
from include.cells.kafka_workload import KafkaWorkload
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.workload import CellContext
from include.load_runtime.events import Event, EventKind
from include.load_runtime.job import ConsumerJob, ProcessingJob
from include.load_runtime.programs_of_cell import LoadPrograms, Program
from include.rawlog.schemas import scenario_tables
from include.rawlog.table_writer import column, nullable_integers, write_table
from include.scenarios.clients.registry import client_of
from include.scenarios.group_rebalance import GroupRebalanceSettings

OWNERSHIP_FILE = "ownership.parquet"
OWNERSHIP = scenario_tables("group_rebalance")[OWNERSHIP_FILE].schema


class Ending(StrEnum):
    """The end of a time in which a consumer owned a partition, or no partition."""

    GIVEN = "given"
    REVOKED = "revoked"
    LEFT = "left"
    GONE = "gone"


@dataclass(frozen=True)
class GroupRebalanceWorkload(KafkaWorkload[GroupRebalanceSettings]):
    """A workload with one topic, whose partitions change owners."""

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write ``ownership.parquet``, which contains changes until the end of the drain."""
        rows = ownership_rows(supervisor, timings["drained"])
        write_table(folder / OWNERSHIP_FILE, ownership_table(rows))


workload = GroupRebalanceWorkload


@dataclass(frozen=True)
class OwnershipRow:
    """A row of ``ownership.parquet``: a time in which a consumer owned a partition.

    Without a partition, it is a time in which the consumer was a member and owned no partition. Times are ns
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
    """When and how a consumer ceased to be a member; None if it stayed a member until the end of the cell."""

    at_ns: int | None = None
    ending: Ending | None = None


def ownership_rows(supervisor: ProgramSupervisor, until_ns: int) -> list[OwnershipRow]:
    """The rows of all consumers. Changes after ``until_ns`` belong to the end of the cell and are left
    out.
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

    A leaving consumer first reports that it is done, and then that it gives up its partitions, if it owns
    any.
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
    """Yield the rows of one consumer, in the order in which it ceased to own the partitions.

    Args:
        since_ns: When the consumer became a member, without a partition.
    """
    attempt = member.attempt if isinstance(member, ProcessingJob) else 1
    began_ns: dict[int | None, int] = {None: since_ns}
    for event in assignments:
        partitions: list[int | None] = [*event.partitions] or [None]
        for partition in [former for former in began_ns if former not in partitions]:
            ending = Ending.GIVEN if partition is None else Ending.REVOKED
            yield OwnershipRow(member.index, attempt, partition, began_ns.pop(partition), event.at_ns, ending)
        began_ns |= {partition: event.at_ns for partition in partitions if partition not in began_ns}
    for partition, from_ns in began_ns.items():
        yield OwnershipRow(member.index, attempt, partition, from_ns, end.at_ns, end.ending)


def ownership_table(rows: Sequence[OwnershipRow]) -> pa.Table:
    """The rows as the table of ``ownership.parquet``."""
    return pa.Table.from_arrays(
        [
            column(np.array([row.consumer for row in rows], np.int16)),
            column(np.array([row.attempt for row in rows], np.int16)),
            nullable_integers([row.partition for row in rows], np.int32),
            column(np.array([row.from_ns for row in rows], np.int64)),
            nullable_integers([row.until_ns for row in rows], np.int64),
            pa.array([row.ending and row.ending.value for row in rows], pa.string(), from_pandas=False),
        ],
        schema=OWNERSHIP,
    )


CLASSIC_PROTOCOL_ONLY = (
    "partition.assignment.strategy",
    "heartbeat.interval.ms",
    "session.timeout.ms",
)
"""Settings that the client refuses with the consumer protocol, because the brokers decide them."""

KEYED_PRODUCER_SETTINGS = {
    "partitioner": "murmur2_random",  # the Java client's: the same key goes to the same partition
}
"""The settings of a producer whose messages have keys."""


def programs(context: CellContext[GroupRebalanceSettings]) -> LoadPrograms:
    """A producer, and the members of one group."""
    settings = context.settings
    client_settings = {**own_producer_settings(context), **(KEYED_PRODUCER_SETTINGS if settings.keys else {})}
    job = producer_job(context, client_settings=client_settings, keys=settings.keys)
    return LoadPrograms(
        producer=Program("include.producers.delivery", job),
        consumers=[
            consumer_program(
                context,
                index,
                processing=settings.processing,
                client=settings.client,
                client_settings=member_settings(context, consumer_name(index)),
            )
            for index in range(settings.consumers)
        ],
        observers=observer_programs(context),
    )


def member_settings(context: CellContext[GroupRebalanceSettings], name: str) -> dict[str, str]:
    """The client settings of the group member of this name.

    Assignors sort members by their ids. A member id begins with the client id, which is the member's name. So
    partitions are assigned in the order of the names.
    """
    settings, client = context.settings, client_of(context.settings.client)
    common = client.consumer_settings(settings, context.address, context.topics.last)
    client_settings = {**common, "client.id": name}
    if settings.is_classic:
        return {
            **client_settings,
            "partition.assignment.strategy": client.assignors.get(settings.assignor, settings.assignor.value),
            "heartbeat.interval.ms": str(settings.heartbeat_ms),
        }
    return {
        **{key: value for key, value in client_settings.items() if key not in CLASSIC_PROTOCOL_ONLY},
        "group.protocol": "consumer",
        "group.remote.assignor": settings.remote_assignor.value,
    }

"""Who owned which partition when: from what consumers said, and from when they were gone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from include.cells.program_supervisor import ProgramSupervisor
from include.load_runtime.events import Event, Kind
from include.load_runtime.job import ConsumerJob, ProcessingJob
from include.rawlog.columns import column
from include.rawlog.scenarios.group_rebalance import OWNERSHIP, Ending


@dataclass(frozen=True)
class Tenure:
    """A row of ``ownership.parquet``."""

    consumer: int
    attempt: int
    partition: int | None
    from_ns: int
    until_ns: int | None
    ending: Ending | None


@dataclass(frozen=True)
class End:
    """When a consumer ended, and how; without a time, the cell ended first."""

    at_ns: int | None
    ending: Ending | None


NEVER = End(None, None)


def tenures_of(supervisor: ProgramSupervisor, until_ns: int) -> list[Tenure]:
    """Those of all consumers, up to the cell's end: what they give up then is nobody's business."""
    members = [program.job for program in supervisor.programs if isinstance(program.job, ConsumerJob)]
    return [tenure for member in members for tenure in _of_member(supervisor, member, until_ns)]


def _of_member(supervisor: ProgramSupervisor, member: ConsumerJob, until_ns: int) -> Iterator[Tenure]:
    ready = supervisor.latest(member.name, Kind.READY)
    if ready is None:
        return
    end = _end(supervisor, member.name, until_ns)
    last = until_ns if end.at_ns is None else end.at_ns
    said = [event for event in supervisor.assignments(member.name) if event.at_ns < last]
    yield from held(member, ready.at_ns, said, end)


def _end(supervisor: ProgramSupervisor, name: str, until_ns: int) -> End:
    """One that leaves is done before it gives up what it owns, and says so, unless it owned none."""
    done, gone_ns = supervisor.latest(name, Kind.DONE), supervisor.gone_ns(name)
    if done is not None and done.at_ns < until_ns:
        after = [event.at_ns for event in supervisor.assignments(name) if event.at_ns >= done.at_ns]
        return End(min(after, default=done.at_ns), Ending.LEFT)
    if done is None and gone_ns is not None and gone_ns < until_ns:
        return End(gone_ns, Ending.GONE)
    return NEVER


def held(member: ConsumerJob, since_ns: int, said: Iterable[Event], end: End) -> Iterator[Tenure]:
    """What a consumer held from when to when, in the order in which it gave it up.

    Args:
        member: The consumer.
        since_ns: When it was there first, owning none.
        said: Each time that it was told of what it owned, until its end.
        end: Its own.
    """
    attempt = member.attempt if isinstance(member, ProcessingJob) else 1
    began: dict[int | None, int] = {None: since_ns}
    for event in said:
        owned: list[int | None] = [*event.partitions] or [None]
        for partition in [one for one in began if one not in owned]:
            ending = Ending.GIVEN if partition is None else Ending.REVOKED
            yield Tenure(member.index, attempt, partition, began.pop(partition), event.at_ns, ending)
        began |= {one: event.at_ns for one in owned if one not in began}
    for partition, from_ns in began.items():
        yield Tenure(member.index, attempt, partition, from_ns, end.at_ns, end.ending)


def ownership_table(tenures: Sequence[Tenure]) -> pa.Table:
    """The rows of ``ownership.parquet``."""
    return pa.Table.from_arrays(
        [
            column(np.array([one.consumer for one in tenures], np.int16)),
            column(np.array([one.attempt for one in tenures], np.int16)),
            _known([one.partition for one in tenures], np.int32),
            column(np.array([one.from_ns for one in tenures], np.int64)),
            _known([one.until_ns for one in tenures], np.int64),
            pa.array([one.ending and one.ending.value for one in tenures], pa.string(), from_pandas=False),
        ],
        schema=OWNERSHIP,
    )


def _known(values: Sequence[int | None], kind: type[np.generic]) -> pa.Array:
    there = np.array([value is not None for value in values], bool)
    return column(np.array([value or 0 for value in values], kind), there)

"""A group rebalance cell: members share a topic, and the cell records who owns which partition."""

from dataclasses import dataclass
from pathlib import Path

from include.cells.cell_context import CellContext
from include.cells.kafka_programs import (
    consumer_name,
    consumer_program,
    observer_programs,
    own_producer_settings,
    producer_job,
)
from include.cells.kafka_workload import KafkaWorkload
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.scenarios.group_rebalance.ownership_table import (
    OWNERSHIP_FILE,
    ownership_rows,
    ownership_table,
)
from include.load_runtime.programs_of_cell import LoadPrograms, Program
from include.rawlog.table_writer import write_table
from include.scenarios.clients.registry import client_of
from include.scenarios.group_rebalance import GroupRebalanceSettings


@dataclass(frozen=True)
class GroupRebalanceWorkload(KafkaWorkload[GroupRebalanceSettings]):
    """A workload with one topic, whose partitions change owners."""

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write ``ownership.parquet``, which contains changes until the end of the drain."""
        rows = ownership_rows(supervisor, timings["drained"])
        write_table(folder / OWNERSHIP_FILE, ownership_table(rows))


workload = GroupRebalanceWorkload


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

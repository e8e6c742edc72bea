"""A group rebalance cell: members share a topic, and the cell records who owns which partition."""

from dataclasses import dataclass

from include.cells.kafka_workload import KafkaWorkload, Sender, consumer_name
from include.cells.program_supervisor import ProgramSupervisor
from include.kinds.client_releases import client_of
from include.load.program_descriptions import LoadPrograms
from include.rawlog.table_writer import write_table
from include.scenarios.group_rebalance.ownership import (
    OWNERSHIP_FILE,
    ownership_rows,
    ownership_table,
)
from include.scenarios.group_rebalance.settings import GroupRebalanceSettings

CLASSIC_PROTOCOL_ONLY = ("partition.assignment.strategy", "heartbeat.interval.ms", "session.timeout.ms")
"""Settings that the client refuses with the consumer protocol (KIP-848), because brokers choose them."""


@dataclass(frozen=True)
class GroupRebalanceWorkload(KafkaWorkload[GroupRebalanceSettings]):
    """A workload with one topic, whose partitions change owners."""

    def programs(self) -> LoadPrograms:
        """A producer, and the members of one group."""
        settings = self.settings
        return LoadPrograms(
            producer=self.producer(Sender(keys=settings.keys)),
            consumers=[
                self.consumer(
                    index,
                    processing=settings.processing,
                    client=settings.client,
                    client_settings=self._member_settings(consumer_name(index)),
                )
                for index in range(settings.consumers)
            ],
            observers=self.observers(),
        )

    def _member_settings(self, name: str) -> dict[str, str]:
        """The client settings of the group member of this name.

        Assignors sort members by their ids. A member id begins with the client id, which is the member's
        name. So partitions are assigned in the order of the names.
        """
        settings, client = self.settings, client_of(self.settings.client)
        common = client.consumer_settings(settings, self.address, self.topics.last)
        client_settings = {**common, "client.id": name}
        if settings.is_classic:
            assignor = client.assignors.get(settings.assignor, settings.assignor.value)
            return {
                **client_settings,
                "partition.assignment.strategy": assignor,
                "heartbeat.interval.ms": str(settings.heartbeat_ms),
            }
        return {
            **{key: value for key, value in client_settings.items() if key not in CLASSIC_PROTOCOL_ONLY},
            "group.protocol": "consumer",
            "group.remote.assignor": settings.remote_assignor.value,
        }

    def write_files(self, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write ``ownership.parquet`` with the changes of owners up to the end of the drain."""
        rows = ownership_rows(supervisor, timings["drained"])
        write_table(self.attempt.folder / OWNERSHIP_FILE, ownership_table(rows))

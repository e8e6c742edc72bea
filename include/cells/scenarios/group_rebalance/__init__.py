"""The workload of a group rebalance cell, which records the owner of each partition over time."""

from dataclasses import dataclass
from pathlib import Path

from include.cells.kafka_workload import KafkaWorkload
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.scenarios.group_rebalance.partition_ownership import ownership_rows, ownership_table
from include.cells.workload import CellAttempt
from include.load_runtime.program import LoadPrograms
from include.rawlog.scenarios.group_rebalance import OWNERSHIP_FILE
from include.rawlog.table_writer import write_table
from include.scenarios.group_rebalance import programs
from include.scenarios.group_rebalance.settings import GroupRebalanceSettings


@dataclass(frozen=True)
class GroupRebalanceWorkload(KafkaWorkload[GroupRebalanceSettings]):
    """A workload with one topic, whose partitions change owners."""

    def programs(self, folder: Path, address: str) -> LoadPrograms:
        """Return a producer and the members of one group."""
        return programs.programs(self.context(folder, address))

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write ``ownership.parquet``, which contains changes until the end of the drain."""
        rows = ownership_rows(supervisor, timings["drained"])
        write_table(folder / OWNERSHIP_FILE, ownership_table(rows))


def workload(attempt: CellAttempt) -> GroupRebalanceWorkload:
    """Return the workload of an attempt at a group rebalance cell."""
    return GroupRebalanceWorkload(attempt, attempt.settings(GroupRebalanceSettings))

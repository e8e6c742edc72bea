"""The workload of a group rebalance cell: it records who owned which partition when."""

from dataclasses import dataclass
from pathlib import Path

from include.cells.kafka_workload import KafkaWorkload
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.scenarios.group_rebalance.partition_ownership import ownership_table, tenures_of
from include.cells.workload import CellAttempt
from include.load_runtime.program import LoadPrograms
from include.rawlog.scenarios.group_rebalance import OWNERSHIP_FILE
from include.rawlog.table_writer import write_table
from include.scenarios.group_rebalance import programs
from include.scenarios.group_rebalance.settings import GroupRebalanceSettings


@dataclass(frozen=True)
class GroupRebalanceWorkload(KafkaWorkload[GroupRebalanceSettings]):
    """One topic, whose partitions change owners."""

    def programs(self, folder: Path, address: str) -> LoadPrograms:
        """A producer, and the members of a group."""
        return programs.programs(self.context(folder, address))

    def write_files(self, folder: Path, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write ``ownership.parquet``, up to the end of the drain: what comes then is the cell's own end."""
        write_table(folder / OWNERSHIP_FILE, ownership_table(tenures_of(supervisor, timings["drained"])))


def workload(attempt: CellAttempt) -> GroupRebalanceWorkload:
    """The workload of an attempt."""
    return GroupRebalanceWorkload(attempt, attempt.settings(GroupRebalanceSettings))

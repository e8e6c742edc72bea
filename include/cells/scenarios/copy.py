"""The workload of a copy cell: copiers read the first topic and write to the second topic."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from include.cells.kafka_workload import ClientWorkload
from include.cells.workload import CellAttempt
from include.clusters.cluster import Access
from include.clusters.topic_names import further_topic, name_of
from include.load_runtime.program import LoadPrograms, Topics
from include.scenarios.copy import programs
from include.scenarios.copy.settings import CopySettings


@dataclass(frozen=True)
class CopyWorkload(ClientWorkload[CopySettings]):
    """A workload with two topics."""

    @cached_property
    def topics(self) -> Topics:
        """The topic of the producer, and the topic that the copiers write to."""
        run, cell, number = self.attempt.run_id, self.attempt.cell.id, self.attempt.number
        return Topics(name_of(run, cell, number), name_of(run, further_topic(cell, "copied"), number))

    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        return programs.programs(self.context(folder, access))


def workload(attempt: CellAttempt) -> CopyWorkload:
    """The workload of an attempt at a copy cell."""
    return CopyWorkload(attempt, attempt.settings(CopySettings))

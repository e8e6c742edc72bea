"""A run on a cluster that Kerran does not manage: its topics, and the number of bytes that it writes."""

from collections.abc import Iterable
from dataclasses import dataclass

from include.clusters.external.kind import MIB, RECORD
from include.clusters.topic_names import is_of
from include.machine.storage.path import AnyPath
from include.plan.plan import Plan
from include.plan.treatment import Cell
from include.rawlog.cells_and_results_of_run import ATTEMPTS_FOLDER, CELLS_FOLDER, sealed_ids
from include.rawlog.start_records import WARM_UP_FILE
from include.settings.cell import ScenarioSettings

WARM_UP_BYTES = int(RECORD.max_warm_up_bytes)


@dataclass(frozen=True)
class WriteQuota:
    """The bytes that a run has written and will write, in all replicas.

    The bytes are not measured, but computed from the plan and from the cells and attempts of the run.
    """

    run: AnyPath
    plan: Plan

    @property
    def replication(self) -> int:
        """The largest replication factor of any cell in the plan."""
        return max(cell.settings.replication for cell in self.plan.cells)

    def owns(self, topic: str) -> bool:
        """Whether a topic belongs to this run."""
        return is_of(topic, self.plan.run_id, [cell.id for cell in self.plan.cells])

    def pending(self) -> list[Cell]:
        """The cells that are not sealed."""
        sealed_cells = sealed_ids(self.run)
        return [cell for cell in self.plan.cells if cell.id not in sealed_cells]

    def pending_bytes(self) -> int:
        """The maximum number of bytes that the run will still write, if each cell is measured once."""
        return bytes_of(self.pending()) + WARM_UP_BYTES

    def announcement(self, connection: str) -> str:
        """A sentence that tells the user how much data the run may still write."""
        count = len(self.pending())
        cells = "1 cell, measured once," if count == 1 else f"{count} cells, each measured once,"
        return (
            f"Up to {self.pending_bytes() / MIB:.0f} MiB of messages, replicas included, will be written to "
            f"connection {connection}: by {cells} and by the warm-up ({WARM_UP_BYTES / MIB:.0f} MiB)."
        )

    def written_bytes(self) -> int:
        """An upper bound on the bytes written so far: each attempt counts as if it had sent all messages.

        Running attempts are included.
        """
        warm_up = WARM_UP_BYTES if (self.run / "cluster" / WARM_UP_FILE).exists() else 0
        failed_attempts = [folder.name for folder in (self.run / ATTEMPTS_FOLDER).glob("*")]
        current = [folder.name for folder in (self.run / CELLS_FOLDER).glob("*")]
        attempts = [*current, *(name.rpartition(".")[0] for name in failed_attempts)]
        return warm_up + sum(attempts.count(cell.id) * bytes_of([cell]) for cell in self.plan.cells)


def bytes_of(cells: Iterable[Cell]) -> int:
    """The size in bytes of the message values of cells, including replicas and copies in a second topic."""
    return sum(_bytes_in_all_topics(cell.settings) for cell in cells)


def _bytes_in_all_topics(settings: ScenarioSettings) -> int:
    topics = 1 if settings.traits.flow.is_producer_under_test else 2
    return topics * settings.messages * settings.message_bytes * settings.replication

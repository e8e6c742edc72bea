"""A run's share of a cluster that isn't its own: what it writes there, and what is its own."""

from collections.abc import Iterable
from dataclasses import dataclass

from include.clusters.topic_names import is_of
from include.matrix.cluster_kinds.external import MIB, RECORD
from include.matrix.plan import Cell, Plan
from include.rawlog.failure import ATTEMPTS_FOLDER
from include.rawlog.manifest import WARM_UP_FILE
from include.rawlog.seals import CELLS_FOLDER, sealed_ids
from include.storage.path import AnyPath

WARM_UP_BYTES = int(RECORD.max_warm_up_bytes)


@dataclass(frozen=True)
class WriteQuota:
    """The share of a run: its folder and its plan."""

    run: AnyPath
    plan: Plan

    @property
    def replication(self) -> int:
        """The most replicas that a cell of the plan asks for."""
        return max(cell.settings.replication for cell in self.plan.cells)

    def owns(self, topic: str) -> bool:
        """Whether a topic is this run's."""
        return is_of(topic, self.plan.run_id, [cell.id for cell in self.plan.cells])

    def pending(self) -> list[Cell]:
        """The cells that aren't sealed."""
        there = sealed_ids(self.run)
        return [cell for cell in self.plan.cells if cell.id not in there]

    def more(self) -> int:
        """Bytes that are still to be written, at most."""
        return bytes_of(self.pending()) + WARM_UP_BYTES

    def announcement(self, connection: str) -> str:
        """What a person wants to know before anything is written."""
        pending = self.pending()
        return (
            f"Up to {(bytes_of(pending) + WARM_UP_BYTES) / MIB:.0f} MiB will be written to connection "
            f"{connection}, replicas included: by {len(pending)} cells, and {WARM_UP_BYTES / MIB:.0f} MiB to "
            "warm up."
        )

    def written(self) -> int:
        """Bytes of all attempts at cells, the one that runs among them, as if each had sent everything."""
        warm_up = WARM_UP_BYTES if (self.run / "cluster" / WARM_UP_FILE).exists() else 0
        aside = [folder.name for folder in (self.run / ATTEMPTS_FOLDER).glob("*")]
        here = [folder.name for folder in (self.run / CELLS_FOLDER).glob("*")]
        attempts = [*here, *(name.rpartition(".")[0] for name in aside)]
        return warm_up + sum(attempts.count(cell.id) * bytes_of([cell]) for cell in self.plan.cells)


def bytes_of(cells: Iterable[Cell]) -> int:
    """What cells write: their messages' values, in every replica."""
    settings = [cell.settings for cell in cells]
    return sum(one.messages * one.message_bytes * one.replication for one in settings)

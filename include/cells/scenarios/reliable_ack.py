"""The workload of a reliable ack cell: producer packets are lost, and a monitor may confirm messages."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic_ns

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from include.cells.fault_injection import FaultWindow
from include.cells.injected_loss import check_effect
from include.cells.kafka_workload import KafkaWorkload
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.rawlog_assembly import remove_parts
from include.cells.workload import CellAttempt
from include.clusters.cluster import Access
from include.faults.broken_network import break_network_of_producer
from include.faults.scene import Scene
from include.load_runtime.program import LoadPrograms
from include.load_runtime.scenarios.reliable_ack.rendezvous import ADDRESS_FILE
from include.monitors.reliable_ack.confirmations import confirmations_part
from include.networks.traffic import Loss
from include.rawlog.scenarios.reliable_ack import CONFIRMATIONS_FILE
from include.rawlog.schemas import SENT, Outcome
from include.rawlog.table_writer import column, words, write_table
from include.scenarios.reliable_ack import programs
from include.scenarios.reliable_ack.settings import ReliableAckSettings

PACKET_LOSS = "lose-producer-packets"
"""The name of the window in which the producer's network loses packets."""

MONITOR_PART_PATTERNS = ("confirmations-*", ADDRESS_FILE)
"""The files and folders that the monitor writes, and that are removed when they are in the raw log."""


@dataclass(frozen=True)
class ReliableAckWorkload(KafkaWorkload[ReliableAckSettings]):
    """A workload with one topic, and a network namespace of the producer."""

    def programs(self, folder: Path, access: Access) -> LoadPrograms:
        return programs.programs(self.context(folder, access))

    @contextmanager
    def while_sending(self, scene: Scene) -> Iterator[list[FaultWindow]]:
        """Let the producer's network lose packets until the context ends.

        Losing packets requires that large segments are split into packets, which takes CPU time. A cell with
        a loss of 0 % splits them too, so that the loss is the only difference between cells.
        """
        windows: list[FaultWindow] = []
        loss = Loss(self.settings.packet_loss / 100, self.settings.loss_direction)
        if not loss.share and scene.supervisor.network(scene.programs.producer.name) is None:
            yield windows
            return
        began_ns = monotonic_ns()
        broken = break_network_of_producer(scene, loss)
        yield windows
        broken.restore()
        if loss.share:
            windows.append(FaultWindow(PACKET_LOSS, began_ns, broken, monotonic_ns()))
            check_effect(broken, (monotonic_ns() - began_ns) / 1e9, is_sender_judged=True)

    def write_files(self, folder: Path, _supervisor: ProgramSupervisor, _timings: dict[str, int]) -> None:
        """Write ``confirmations.parquet``, and set the outcomes in ``sent.parquet`` by the confirmations.

        The producer does not wait for acknowledgements, so that only the monitor knows what the log contains.
        """
        if not self.settings.has_monitor:
            return
        confirmations = confirmations_part(folder)
        write_table(folder / CONFIRMATIONS_FILE, confirmations)
        sent = pq.read_table(folder / "sent.parquet")
        write_table(folder / "sent.parquet", confirmed(sent, confirmations))
        remove_parts(folder, MONITOR_PART_PATTERNS)


def confirmed(sent: pa.Table, confirmations: pa.Table) -> pa.Table:
    """The sent messages with the outcomes that the monitor knows.

    A message is acknowledged at the time at which the monitor confirmed it; otherwise its outcome is unknown.
    """
    rows = confirmations.filter(confirmations["confirmed_ns"].is_valid())
    messages, ids = sent["id"].to_numpy(), rows["id"].to_numpy()
    confirmed_ns = np.zeros(1 + max(messages.max(initial=-1), ids.max(initial=-1)), np.int64)
    confirmed_ns[ids] = rows["confirmed_ns"].to_numpy()
    acked_ns = confirmed_ns[messages]
    is_acked = acked_ns > 0
    outcomes = words(np.where(is_acked, 0, 1), [Outcome.ACKED.value, Outcome.UNKNOWN.value])
    for name, values in (("acked_ns", column(acked_ns, is_acked)), ("outcome", outcomes)):
        index = SENT.get_field_index(name)
        sent = sent.set_column(index, SENT.field(index), values)
    return sent


def workload(attempt: CellAttempt) -> ReliableAckWorkload:
    """The workload of an attempt at a reliable ack cell."""
    return ReliableAckWorkload(attempt, attempt.settings(ReliableAckSettings))

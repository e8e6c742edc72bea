"""A cell of *reliable ack*: packets of the producer are lost, and a monitor may confirm its messages."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic_ns

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from include.cells.fault_injection import FaultWindow
from include.cells.kafka_workload import KafkaWorkload, Sender
from include.cells.network_fault_effect import check_effect
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.rawlog_assembly import remove_parts
from include.faults.broken_network import break_network_of_producer
from include.faults.scene import Scene
from include.kinds.client_releases import client_of
from include.kinds.semantics.registry import SEMANTICS
from include.load.client_choice import DEFAULT_CLIENT
from include.load.job import Isolation
from include.load.program_descriptions import LoadPrograms, Program
from include.machine.networks.packet_changes_and_counts import Loss
from include.rawlog.schemas import SENT, Outcome
from include.rawlog.table_writer import column, numbers, words, write_table
from include.scenarios.reliable_ack.programs.confirmations import CONFIRMATIONS_FILE, confirmations_part
from include.scenarios.reliable_ack.programs.jobs import (
    ADDRESS_FILE,
    MonitoredProducerJob,
    MonitorJob,
    ReceiptsJob,
)
from include.scenarios.reliable_ack.settings import FullBuffer, ReliableAckSettings

PACKET_LOSS = "lose-producer-packets"
"""The name of the window in which the producer's network loses packets."""

MONITOR_PART_PATTERNS = ("confirmations-*", ADDRESS_FILE)
"""The temporary files and folders of the monitor, which are removed after the raw log was written."""

MONITOR_NAME = "monitor"

MONITOR_DRAIN_SECONDS = 60.0
"""The time for which a monitor continues after the last new copy, if the cell sets no ``drain_seconds``.
Messages that were not confirmed within this time count as unfinished."""


@dataclass(frozen=True)
class ReliableAckWorkload(KafkaWorkload[ReliableAckSettings]):
    """A workload with one topic and a producer whose network may lose packets."""

    def programs(self) -> LoadPrograms:
        """The producer, its monitor if it has one, and consumers that join no group.

        A monitor has one receipt reporter per replica of a partition.
        """
        settings, serving = self.settings, []
        if settings.traits.delivery.has_monitor:
            reporters = [self._receipt_reporter(index) for index in range(settings.replication)]
            serving = [self._monitor(), *reporters]
        return LoadPrograms(
            producer=self._producer(),
            consumers=[
                self.consumer(index, processing=settings.processing, without_group=True)
                for index in range(settings.consumers)
            ],
            serving=serving,
            observers=self.observers(),
        )

    def _producer(self) -> Program:
        """The producer for the cell's level of acknowledgement, with or without a monitor."""
        settings = self.settings
        waits = settings.traits.pace.waits_for_each_message
        buffered = max(1, max(settings.buffer_bytes, settings.batch_bytes) // settings.message_bytes)
        sender = Sender(
            batch_bytes=1 if waits else None,
            buffered_messages=1 if waits else buffered,
            congestion_control=settings.congestion_control.value,
            drain_seconds=settings.drain_seconds,
        )
        if not settings.traits.delivery.has_monitor:
            return self.producer(sender)
        monitored_job = MonitoredProducerJob.of(
            self.producer_job(sender),
            leaves_to_monitor=settings.full_buffer is FullBuffer.LEAVE_TO_MONITOR,
            copy_connections=settings.copy_connections,
            copy_congestion_control=settings.copy_congestion_control.value,
        )
        return Program("include.scenarios.reliable_ack.programs.producer", monitored_job)

    def _monitor(self) -> Program:
        """The monitor, which retransmits messages.

        As in the paper, all replicas must acknowledge each message. The monitor's client does not retry,
        because the monitor itself retransmits.
        """
        settings = self.settings
        config = replace(SEMANTICS["at-least-once"].config, retries=0)
        usual = client_of(DEFAULT_CLIENT).producer_settings(settings, config, self.address, "")
        job = MonitorJob(
            name=MONITOR_NAME,
            topic=self.topics.first,
            client_settings={**usual, "message.timeout.ms": str(settings.request_timeout_ms)},
            message_bytes=settings.message_bytes,
            partitions=settings.partitions,
            slots=settings.monitor_slots,
            drain_seconds=settings.drain_seconds or MONITOR_DRAIN_SECONDS,
            **self.common,
        )
        return Program("include.scenarios.reliable_ack.programs.monitor", job)

    def _receipt_reporter(self, index: int) -> Program:
        """A program that reports to the monitor which messages a broker has appended.

        To save CPU time of the brokers, each fetch waits up to 100 ms for more messages. So receipts may
        arrive up to 100 ms late.
        """
        topic, client = self.topics.first, client_of(DEFAULT_CLIENT)
        client_settings = {
            **client.consumer_settings(self.settings, self.address, topic),
            "fetch.min.bytes": "262144",
            "fetch.wait.max.ms": "100",
            "isolation.level": Isolation.READ_UNCOMMITTED.value,
            "enable.auto.commit": "false",
        }
        job = ReceiptsJob(
            name=f"receipts-{index}",
            topic=topic,
            client_settings=client_settings,
            index=index,
            of=self.settings.replication,
            **self.common,
        )
        return Program("include.scenarios.reliable_ack.programs.receipts", job)

    @contextmanager
    def while_sending(self, scene: Scene) -> Iterator[list[FaultWindow]]:
        """Let the producer's network lose packets until the context ends.

        Large segments are split into packets, so that single packets can be lost. The splitting takes CPU
        time. A cell with a loss of 0 % splits segments too, so that cells differ only in the loss.
        """
        windows: list[FaultWindow] = []
        loss = Loss(self.settings.packet_loss / 100, self.settings.loss_direction)
        if not loss.share and scene.supervisor.network(scene.programs.producer.name) is None:
            yield windows
            return
        began_ns = monotonic_ns()
        network = break_network_of_producer(scene, loss)
        yield windows
        network.restore()
        if loss.share:
            windows.append(FaultWindow(PACKET_LOSS, began_ns, network, monotonic_ns()))
            check_effect(network, (monotonic_ns() - began_ns) / 1e9, is_sender_judged=True)

    def write_files(self, _supervisor: ProgramSupervisor, _timings: dict[str, int]) -> None:
        """Write ``confirmations.parquet``, and derive the outcomes in ``sent.parquet`` from this file.

        The producer does not wait for acknowledgements. So only the monitor's confirmations show which
        messages are in the log.
        """
        if not self.settings.traits.delivery.has_monitor:
            return
        folder = self.attempt.folder
        confirmations = confirmations_part(folder)
        write_table(folder / CONFIRMATIONS_FILE, confirmations)
        sent = pq.read_table(folder / "sent.parquet")
        write_table(folder / "sent.parquet", confirmed(sent, confirmations))
        remove_parts(folder, MONITOR_PART_PATTERNS)


def confirmed(sent: pa.Table, confirmations: pa.Table) -> pa.Table:
    """The sent messages, with outcomes from the monitor's confirmations.

    Confirmed messages are acknowledged. The outcome of all other messages is unknown.
    """
    rows = confirmations.filter(confirmations["confirmed_ns"].is_valid())
    messages, ids = numbers(sent["id"]), numbers(rows["id"])
    confirmed_ns = np.zeros(1 + max(messages.max(initial=-1), ids.max(initial=-1)), np.int64)
    confirmed_ns[ids] = numbers(rows["confirmed_ns"])
    acked_ns = confirmed_ns[messages]
    is_acked = acked_ns > 0
    outcomes = words(np.where(is_acked, 0, 1), [Outcome.ACKED.value, Outcome.UNKNOWN.value])
    for name, values in (("acked_ns", column(acked_ns, is_acked)), ("outcome", outcomes)):
        index = SENT.get_field_index(name)
        sent = sent.set_column(index, SENT.field(index), values)
    return sent

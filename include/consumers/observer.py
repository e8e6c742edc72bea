"""Observe how far consumers can read each partition: ``python -m include.consumers.observer <job file>``.

At an interval, the observer asks the leaders of all partitions for the offset up to which consumers can read.
For consumers that read committed messages, this offset is the last stable offset. For other consumers, it is
the high watermark. The answers show when a message became readable. The uncertainty of this time is the
interval plus the duration of a request.

Source: ListOffsets with the timestamp -1, https://kafka.apache.org/protocol#The_Messages_ListOffsets.
"""

from array import array
from time import monotonic_ns

import numpy as np
import pyarrow as pa
from confluent_kafka import OFFSET_END, Consumer, KafkaException, TopicPartition

from include.load.client_failure import METADATA_TIMEOUT_SECONDS, TopicOperation, client_failure
from include.load.job import VisibilityJob
from include.load.load_program import run_program
from include.load.signals import ProgramSignals
from include.rawlog.schemas import VISIBILITY, VISIBILITY_FILE
from include.rawlog.table_writer import column, write_table

ANSWER_TIMEOUT_SECONDS = 1.0
"""The maximum wait for the answers to one request, for instance while a leader is frozen."""


class VisibilityObserver:
    """Asks the leaders how far consumers can read. A failed or unanswered request is only counted."""

    def __init__(self, job: VisibilityJob, signals: ProgramSignals) -> None:
        self._job = job
        self._signals = signals
        self._client = Consumer({**job.client_settings})
        # The question contains "latest offset" in place of a time.
        self._question = [
            TopicPartition(job.topic, partition, OFFSET_END) for partition in range(job.partitions)
        ]
        self._asked_ns, self._answered_ns, self._offsets = array("q"), array("q"), array("q")
        self._unanswered = 0

    def get_ready(self) -> None:
        """Fetch the topic's metadata, which names the leaders."""
        self._client.list_topics(self._job.topic, timeout=METADATA_TIMEOUT_SECONDS)

    def run(self) -> None:
        """Send requests to the leaders at regular intervals until a stop signal, and once more after it.

        Then write ``visibility.parquet``.
        """
        while not self._signals.stopping:
            self._ask()
            self._signals.wait(self._job.interval_ms / 1000)
        self._ask()
        write_table(self._job.folder / VISIBILITY_FILE, self.table())

    def leave(self) -> None:
        self._client.close()

    def counts(self) -> dict[str, int]:
        return {"answered": len(self._asked_ns), "unanswered": self._unanswered}

    def table(self) -> pa.Table:
        partitions, questions = self._job.partitions, len(self._asked_ns)
        return pa.Table.from_arrays(
            [
                column(np.repeat(np.array(self._asked_ns, np.int64), partitions)),
                column(np.repeat(np.array(self._answered_ns, np.int64), partitions)),
                column(np.tile(np.arange(partitions, dtype=np.int32), questions)),
                column(np.array(self._offsets, np.int64)),
            ],
            schema=VISIBILITY,
        )

    def _ask(self) -> None:
        asked_ns = monotonic_ns()
        try:
            answer = self._client.offsets_for_times(self._question, timeout=ANSWER_TIMEOUT_SECONDS)
        except KafkaException:
            self._unanswered += 1
            return
        if any(offset.error for offset in answer):
            self._unanswered += 1
            return
        self._asked_ns.append(asked_ns)
        self._answered_ns.append(monotonic_ns())
        self._offsets.extend(offset.offset for offset in answer)


if __name__ == "__main__":
    run_program(
        VisibilityObserver, VisibilityJob, KafkaException, client_failure("observer", TopicOperation.READ)
    )

"""Messages that show whether the application lets messages through."""

from time import monotonic, monotonic_ns

from confluent_kafka import OFFSET_BEGINNING, Consumer, Message, Producer, TopicPartition

from include.load.message import HEADER, header_bytes
from include.scenarios.application.programs.jobs import PROBE_CELL, ApplicationJob
from include.scenarios.application.programs.reader import is_probe
from include.scenarios.application.programs.values import count_of, form_of_values, id_of, record_headers

INTERVAL_SECONDS = 0.5
"""The time between two probes to the same partition."""

POLL_SECONDS = 0.05

FILLER = b"probe" * 8

SHOWN_BYTES = 120
"""The number of bytes that an error shows of an output without an id."""


class Probe:
    """Sends a probe to each partition of the input topic until each has come out."""

    def __init__(self, job: ApplicationJob) -> None:
        self._job = job
        self._form = form_of_values(is_json=job.is_json, template=job.template)
        self._producer = Producer({**job.producer_settings})
        self._consumer = Consumer({**job.client_settings})
        self._consumer.assign(
            [TopicPartition(job.output, partition, OFFSET_BEGINNING) for partition in range(job.partitions)]
        )
        self._missing = set(range(job.partitions))
        self._unknown: Message | None = None
        self._uncounted: Message | None = None
        self._due = 0.0

    def has_passed(self) -> bool:
        """Whether a probe to each partition has come out by now. Waits a moment for outputs."""
        if monotonic() >= self._due:
            self._due = monotonic() + INTERVAL_SECONDS
            for partition in self._missing:
                self._send(partition)
        message = self._consumer.poll(POLL_SECONDS)
        if message is not None and message.error() is None:
            header = id_of(message, self._job.id_at)
            if not is_probe(header):
                self._unknown = self._unknown or message
            elif self._job.count_at and count_of(message, self._job.count_at) is None:
                self._uncounted = message
            else:
                self._missing.discard(HEADER.unpack(header)[0])
        return not self._missing

    def what_is_missing(self, seconds: float) -> str:
        """What has not come out, as the end of a sentence about the application."""
        if self._uncounted is not None:
            return (
                f"wrote outputs without a count at {self._job.count_at}; one is {_beginning(self._uncounted)}"
            )
        if self._unknown is not None:
            return (
                f"wrote outputs without the id of their inputs at {self._job.id_at}; the first is "
                f"{_beginning(self._unknown)}"
            )
        return f"let no message through from {self._job.topic} to {self._job.output} within {seconds:g} s"

    def close(self) -> None:
        self._producer.flush(1)
        self._consumer.close()

    def _send(self, partition: int) -> None:
        value = header_bytes(partition, PROBE_CELL, monotonic_ns()) + FILLER
        self._producer.produce(
            self._job.topic,
            self._form(value),
            b"probe",
            partition,
            headers=record_headers(value),
        )
        self._producer.poll(0)


def _beginning(output: Message) -> str:
    return repr((output.value() or b"")[:SHOWN_BYTES])

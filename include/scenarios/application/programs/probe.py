"""Messages that show whether the application does what it must do before anything strikes it."""

from collections import Counter
from time import monotonic, monotonic_ns

from confluent_kafka import OFFSET_BEGINNING, Consumer, Message, Producer, TopicPartition

from include.load.message import HEADER, header_bytes
from include.scenarios.application.programs.jobs import PROBE_CELL, ApplicationJob
from include.scenarios.application.programs.reader import is_probe
from include.scenarios.application.programs.traces import traces_of
from include.scenarios.application.programs.values import count_of, form_of_values, id_of, record_headers

INTERVAL_SECONDS = 0.5
"""The time between two probes to the same partition."""

POLL_SECONDS = 0.05

COPIED_MESSAGES = 20
"""The number of messages of which it is counted how often each comes out."""

FIRST_COPIED = 1_000
"""The id of the first of these messages. The id of any other probe is the number of its partition."""

SETTLED_SECONDS = 0.3
"""The time for which further copies are awaited after every message has come out."""

FILLER = b"probe" * 8

SHOWN_BYTES = 120
"""The number of bytes that an error shows of an output without an id."""


class Probe:
    """Sends probes until one to each partition has come out, and then messages whose copies it counts."""

    def __init__(self, job: ApplicationJob) -> None:
        self._job = job
        self._form = form_of_values(is_json=job.is_json, template=job.template)
        self._producer = Producer({**job.producer_settings})
        self._consumer = Consumer({**job.client_settings})
        self._consumer.assign(
            [TopicPartition(job.output, partition, OFFSET_BEGINNING) for partition in range(job.partitions)]
        )
        self._missing = set(range(job.partitions))
        self._copies: Counter[int] = Counter()
        self._are_sent = False
        self._settled: float | None = None
        self._unknown: Message | None = None
        self._uncounted: Message | None = None
        self._due = 0.0

    def has_passed(self) -> bool:
        """Whether all messages have come out by now. Waits a moment for outputs."""
        self._send_more()
        message = self._consumer.poll(POLL_SECONDS)
        if message is not None and message.error() is None:
            self._take(message)
        if self._passed < COPIED_MESSAGES:
            return False
        self._settled = self._settled or monotonic() + SETTLED_SECONDS
        return monotonic() > self._settled

    def what_is_missing(self, seconds: float) -> str:
        """What has not come out, as the end of a sentence about the application."""
        if self._uncounted is not None:
            return (
                f"wrote outputs without a count at {self._job.count_at}; one is {_beginning(self._uncounted)}"
            )
        if self._unknown is not None:
            return (
                f"wrote outputs without the id of their inputs at {self._job.id_at} (--id-at says where "
                f"it is); the first is {_beginning(self._unknown)}"
            )
        if len(self._copies) == COPIED_MESSAGES:
            return self._what_it_wrote()
        if self._are_sent:
            return (
                f"let {len(self._copies)} of {COPIED_MESSAGES} messages through within {seconds:g} s, "
                f"{self._contract}; if it filters, --message gives it messages that it lets through"
            )
        way = f"from {self._job.topic} to {self._job.output}"
        return f"let no message through {way} within {seconds:g} s{traces_of(self._job)}"

    def what_is_too_much(self) -> str | None:
        """What came out more often than it should, as the end of a sentence; None if nothing is wrong.

        Some messages may come out twice, if the application promises at least once.
        """
        repeated = [copies for copies in self._copies.values() if copies > self._job.outputs_per_message]
        return None if 2 * len(repeated) < COPIED_MESSAGES else self._what_it_wrote()

    @property
    def _passed(self) -> int:
        """The number of messages with all their outputs."""
        return sum(copies >= self._job.outputs_per_message for copies in self._copies.values())

    @property
    def _contract(self) -> str:
        """What the application must do, as the end of a sentence about what it did."""
        due = self._job.outputs_per_message
        outputs = "an output" if due == 1 else f"{due} outputs"
        return f"without any fault; it is judged as one that writes {outputs} for each input"

    def _what_it_wrote(self) -> str:
        """How often all messages came out; if all did equally often, with the option that says so."""
        wrote = f"wrote {sum(self._copies.values())} outputs for {COPIED_MESSAGES} messages, {self._contract}"
        [times, *others] = {*self._copies.values()}
        return wrote if others else f"{wrote}. If it should write {times}: --outputs-per-message {times}"

    def close(self) -> None:
        self._producer.flush(1)
        self._consumer.close()

    def _take(self, message: Message) -> None:
        header = id_of(message, self._job.id_at)
        if not is_probe(header):
            self._unknown = self._unknown or message
        elif self._job.count_at and count_of(message, self._job.count_at) is None:
            self._uncounted = message
        elif (id := HEADER.unpack(header)[0]) >= FIRST_COPIED:
            self._copies[id] += 1
        else:
            self._missing.discard(id)

    def _send_more(self) -> None:
        if not self._missing and not self._are_sent:
            self._are_sent = True
            for number in range(COPIED_MESSAGES):
                self._send(FIRST_COPIED + number, number % self._job.partitions)
        elif self._missing and monotonic() >= self._due:
            self._due = monotonic() + INTERVAL_SECONDS
            for partition in self._missing:
                self._send(partition, partition)

    def _send(self, id: int, partition: int) -> None:
        value = header_bytes(id, PROBE_CELL, monotonic_ns()) + FILLER
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

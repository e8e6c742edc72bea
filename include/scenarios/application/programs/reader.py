"""Read the output topic: ``python -m include.scenarios.application.programs.reader <job file>``."""

from dataclasses import dataclass

from confluent_kafka import KafkaException, Message

from include.consumers.delivery_consumer import DeliveryConsumer
from include.load.client_failure import TopicOperation, client_failure
from include.load.load_program import run_program
from include.load.message import HEADER, HEADER_BYTES
from include.load.signals import ProgramSignals
from include.scenarios.application.programs.counts import CountsJournal
from include.scenarios.application.programs.jobs import END_CELL, END_MARKS, PROBE_CELL, ReaderJob
from include.scenarios.application.programs.values import id_of


@dataclass(frozen=True)
class Output:
    """A message of the application, whose value is the header with which Kerran has sent its input."""

    message: Message
    header: bytes

    def value(self) -> bytes:
        return self.header

    def partition(self) -> int | None:
        return self.message.partition()

    def offset(self) -> int | None:
        return self.message.offset()


def is_probe(header: bytes) -> bool:
    """Whether an id is that of a probe."""
    return _cell_of(header) == PROBE_CELL


def _cell_of(header: bytes) -> int | None:
    """The cell number in an id; None without an id."""
    return HEADER.unpack(header)[1] if len(header) == HEADER_BYTES else None


class OutputReader(DeliveryConsumer):
    """Receives the outputs until it is told to stop."""

    def __init__(self, job: ReaderJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._place = job.id_at
        self._counts = CountsJournal(job, job.count_at) if job.count_at else None
        self._ended: set[int] = set()

    def counts(self) -> dict[str, int]:
        return {**super().counts(), END_MARKS: len(self._ended)}

    def record(self, messages: list[Message], received_ns: int) -> None:
        """Record the ids and the counts of outputs. The outputs of probes and of marks are left out."""
        outputs = []
        for message in messages:
            output = Output(message, id_of(message, self._place))
            cell = _cell_of(output.header)
            if cell == END_CELL:
                self._ended.add(HEADER.unpack(output.header)[0])
            elif cell != PROBE_CELL:
                outputs.append(output)
        ids = self.journal.write(outputs, received_ns)
        if self._counts:
            self._counts.write(ids, [output.message for output in outputs])


if __name__ == "__main__":
    run_program(OutputReader, ReaderJob, KafkaException, client_failure("reader", TopicOperation.READ))

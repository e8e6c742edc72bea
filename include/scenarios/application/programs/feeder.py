"""Fill the input topic: ``python -m include.scenarios.application.programs.feeder <job file>``."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import monotonic_ns

from confluent_kafka import KafkaError, KafkaException, Message, Producer

from include.load.load_program import run_program
from include.load.message import header_bytes
from include.load.signals import ProgramSignals
from include.producers.delivery_producer import DeliveryProducer, explain_failure
from include.producers.hand_over import MessageBatch
from include.producers.sent_log import SentLog
from include.scenarios.application.programs.jobs import END_CELL, FeederJob
from include.scenarios.application.programs.values import form_of_values, record_headers

MARK_KEY = b"end"

MARK_SECONDS = 60.0
"""The maximum time to wait until the brokers have the marks. Without one, nothing that is missing is lost."""


@dataclass(frozen=True)
class LabelledReport:
    """A delivery report of a message whose value has another form than that of the sent log."""

    message: Message
    sent_value: bytes

    def value(self) -> bytes:
        return self.sent_value

    def partition(self) -> int | None:
        return self.message.partition()

    def offset(self) -> int | None:
        return self.message.offset()


class LabelledBatch(MessageBatch):
    """A batch whose messages get their id in a record header, and the form that the application reads.

    Messages are handed over one by one, because the client takes no record headers with a batch.
    """

    def __init__(self, producer: Producer, topic: str, log: SentLog, form: Callable[[bytes], bytes]) -> None:
        super().__init__(producer, topic, log)
        self._form = form

    def hand_over(self, partition: int) -> None:
        self._log.handed_over(self.ids, monotonic_ns())
        for id, entry in zip(self.ids, self.messages, strict=True):
            value = entry["value"]
            try:
                self._producer.produce(
                    self._topic,
                    self._form(value),
                    entry.get("key"),
                    partition,
                    partial(self._take_report, value),
                    headers=record_headers(value),
                )
            except KafkaException as error:
                self._log.refused(id, error.args[0])
            except BufferError:
                self._log.refused(id, KafkaError(KafkaError._QUEUE_FULL))

    def _take_report(self, value: bytes, error: KafkaError | None, message: Message) -> None:
        self._log.on_delivery(error, LabelledReport(message, value))


class Feeder(DeliveryProducer):
    """Sends the messages of a cell, in the form that the application reads, and a mark to each partition.

    An application whose output of a mark has come is past all messages of the partition: what is missing is
    lost, and not late.
    """

    def __init__(self, job: FeederJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._form = form_of_values(is_json=job.is_json, template=job.template)
        self._batch = LabelledBatch(self._producer, job.topic, self.log, self._form)

    def run(self) -> None:
        super().run()
        for partition in range(self._job.partitions):
            header = header_bytes(partition, END_CELL, monotonic_ns())
            value = header.ljust(self._job.message_bytes, b"\0")
            self._producer.produce(
                self._job.topic, self._form(value), MARK_KEY, partition, headers=record_headers(value)
            )
        self._producer.flush(MARK_SECONDS)


if __name__ == "__main__":
    run_program(Feeder, FeederJob, KafkaException, explain_failure)

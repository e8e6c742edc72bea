"""Reply to requests: ``python -m include.scenarios.request_reply.programs.responder <job file>``."""

from confluent_kafka import KafkaException, Message, Producer

from include.consumers.delivery_consumer import DeliveryConsumer
from include.load.client_failure import METADATA_TIMEOUT_SECONDS, TopicOperation, client_failure
from include.load.load_program import run_program
from include.load.message import HEADER, HEADER_BYTES
from include.load.payload import FillerPool
from include.load.signals import ProgramSignals
from include.scenarios.request_reply.programs.jobs import ResponderJob


class Responder(DeliveryConsumer):
    """Receives requests, and sends a reply to each of them to the partition of the same number."""

    def __init__(self, job: ResponderJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._output = job.output
        self._fillers = FillerPool(job.filler, job.filler_seed, job.reply_bytes - HEADER_BYTES)
        self._producer = Producer({**job.producer_settings})

    def get_ready(self) -> None:
        """Fetch the metadata of the reply topic, then begin to receive."""
        self._producer.list_topics(self._output, timeout=METADATA_TIMEOUT_SECONDS)
        super().get_ready()

    def handle(self, messages: list[Message]) -> None:
        """Send the replies, and wait until they are acknowledged.

        Only then are the requests reported as received: when the last request is, its reply is in the log.
        """
        for message in messages:
            request = message.value() or b""
            id, *_ = HEADER.unpack_from(request)
            reply = request[:HEADER_BYTES] + self._fillers.of(id)
            self._producer.produce(self._output, reply, partition=message.partition() or 0)
        self._producer.flush()


if __name__ == "__main__":
    run_program(Responder, ResponderJob, KafkaException, client_failure("responder", TopicOperation.READ))

"""Send to a list or a stream of Redis."""

from abc import abstractmethod
from collections.abc import Mapping
from time import monotonic_ns

from include.load.signals import ProgramSignals
from include.scenarios.queue.programs.jobs import EnqueueJob
from include.scenarios.queue.programs.producer import QueueProducer
from include.scenarios.queue.servers.redis_server.client import MESSAGE_FIELD, redis_client, redis_errors


class RedisProducer(QueueProducer):
    """Sends one command per message. The commands of a batch go in one pipeline and are answered together."""

    def __init__(self, job: EnqueueJob, signals: ProgramSignals) -> None:
        super().__init__(job, signals)
        self._client = redis_client(job.address)
        self._pipeline = self._client.pipeline(transaction=False)

    @abstractmethod
    def enqueue(self, value: bytes) -> None:
        """Add to the pipeline the command that enqueues a message."""

    def get_ready(self) -> None:
        with redis_errors(self._job.server.name, self._job.address):
            self._client.ping()

    def send(self, first: int, values: list[bytes]) -> None:
        """Send a batch as one pipeline, and wait for the answers."""
        with redis_errors(self._job.server.name, self._job.address):
            for value in values:
                self.enqueue(value)
            self._pipeline.execute()
        self.log.acknowledged(first, first + len(values), monotonic_ns())

    def settle(self) -> None:
        """Do nothing: ``send`` has already waited for the answer to every pipeline."""

    def leave(self) -> None:
        self._client.close()


class ListProducer(RedisProducer):
    """Pushes each message to one end of the list. Consumers pop from the other end."""

    def enqueue(self, value: bytes) -> None:
        self._pipeline.rpush(self._job.topic, value)


class StreamProducer(RedisProducer):
    """Adds each message to the stream."""

    def enqueue(self, value: bytes) -> None:
        self._pipeline.xadd(self._job.topic, {MESSAGE_FIELD: value})


PRODUCERS: Mapping[str, type[QueueProducer]] = {
    "redis-list": ListProducer,
    "redis-stream": StreamProducer,
}

"""Send to a queue of Redis: ``python -m include.producers.scenarios.queue.redis <job file>``."""

from time import monotonic_ns

from include.load_runtime.main import run_program
from include.load_runtime.scenarios.queue.jobs import EnqueueJob
from include.load_runtime.scenarios.queue.redis_client import MESSAGE_FIELD, connect, redis_errors
from include.load_runtime.scenarios.queue.systems import System
from include.load_runtime.signals import ProgramSignals
from include.producers.scenarios.queue.producer import QueueProducer
from include.producers.sent_log import SentLog


class RedisSender:
    """Sends one command per message. The commands of a batch go in one pipeline and are answered together."""

    def __init__(self, job: EnqueueJob, log: SentLog) -> None:
        self._address, self._queue = job.address, job.topic
        self._log = log
        self._client = connect(job.address)
        self._pipeline = self._client.pipeline(transaction=False)
        self._enqueue = self._add if job.system is System.REDIS_STREAM else self._push

    def connect(self) -> None:
        with redis_errors(self._address):
            self._client.ping()

    def send(self, first: int, values: list[bytes]) -> None:
        """Send a batch as one pipeline, and wait for the answers."""
        with redis_errors(self._address):
            for value in values:
                self._enqueue(value)
            self._pipeline.execute()
        self._log.acknowledged(first, first + len(values), monotonic_ns())

    def settle(self) -> None:
        """Do nothing: every pipeline was answered."""

    def close(self) -> None:
        self._client.close()

    def _push(self, value: bytes) -> None:
        self._pipeline.rpush(self._queue, value)

    def _add(self, value: bytes) -> None:
        self._pipeline.xadd(self._queue, {MESSAGE_FIELD: value})


def producer(job: EnqueueJob, signals: ProgramSignals) -> QueueProducer:
    """Create the program."""
    log = SentLog.new(job.messages)
    return QueueProducer(job, signals, RedisSender(job, log), log)


if __name__ == "__main__":
    run_program(producer, EnqueueJob)

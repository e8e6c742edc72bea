"""A round of the warm-up: a topic, a producer for each way of sending, and a consumer.

Java compiles a program for the cases that have occurred so far. At the first deleted topic or closed
connection, Java discards the compiled code and compiles it again. To make this happen before the first cell,
each round creates and removes its own topic and clients.
"""

import time
from contextlib import AbstractContextManager, ExitStack, suppress

from confluent_kafka import Producer
from pydantic import BaseModel

from include.clusters.cluster import Access
from include.clusters.topics import create_topic, delete_topic
from include.clusters.warm_up_reader import CLIENT, WarmUpReader
from include.machine.errors import PlatformError

PARTITIONS = 9
MESSAGE = bytes(range(256)) * 4
"""1 KiB."""

WAY_SECONDS = 0.4
"""The maximum time for which messages are sent in each of three ways: plain, transactional and paced."""

TRANSACTION_SECONDS = 0.02
"""The time for which messages are sent in each transaction."""

PACED_RATE = 1_000
"""The number of messages per second, when messages are sent one by one. This rate is so low that the brokers
have to wait for the next request."""


PRODUCER = {
    **CLIENT,
    # As in the cells: no linger, and batches of Java's default size, so that there are many requests.
    "acks": "all",
    "linger.ms": 0,
    "batch.size": 16384,
    "delivery.report.only.error": True,
}

FAST_PRODUCER = {
    **PRODUCER,
    # More requests in flight would not warm up the brokers faster. Requests to a partition are handled one
    # after another. The waiting client would use CPU time that the brokers' compilers need.
    "max.in.flight.requests.per.connection": 1,
    # Enough for full batches, but few: a transaction ends when all queued messages are acknowledged. A cold
    # broker acknowledges them slowly.
    "queue.buffering.max.messages": 500,
}

MOST_PACED = 100
"""The maximum number of unacknowledged messages, when messages are sent one by one."""


class Sent(BaseModel, frozen=True):
    """The numbers of acknowledged messages in a window, for each way of sending."""

    plain: int
    transactional: int
    paced: int
    transactional_seconds: float
    """The time that the transactions took."""


class WarmUpRound(AbstractContextManager["WarmUpRound"]):
    """The topic, the producers and the consumer of a round."""

    def __init__(self, access: Access, topic: str, replication: int) -> None:
        """Create the topic, and connect the clients.

        Args:
            access: How to reach the cluster.
            topic: The name of the topic, which is also the group and the transactional id.
            replication: The number of replicas of each partition.

        Raises:
            KafkaException: A client has no permission.
        """
        self._access, self._topic = access, topic
        create_topic(access, topic, PARTITIONS, replication, {})
        with ExitStack() as clients:
            clients.callback(self._try_to_delete_topic)
            self._reader = WarmUpReader(access, topic)
            clients.callback(self._reader.end)
            self._plain, self._paced = self._producer(FAST_PRODUCER), self._producer(PRODUCER)
            self._transactional = self._producer({**FAST_PRODUCER, "transactional.id": topic})
            self._transactional.init_transactions()
            clients.pop_all()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """End the clients, and delete the topic.

        An earlier error takes precedence over an error of the deletion.
        """
        self._reader.end()
        if error:
            self._try_to_delete_topic()
            return
        for producer in (self._plain, self._paced, self._transactional):
            producer.close()
        delete_topic(self._access, self._topic)

    @property
    def received(self) -> int:
        return self._reader.received

    def send(self, max_messages: float) -> Sent:
        """Send up to ``max_messages`` messages, and wait until they are acknowledged.

        Each of the three ways of sending gets a third of the messages.

        Raises:
            KafkaException: A transaction failed.
        """
        share = max_messages / 3
        plain, began = self._send_plain(share), time.monotonic()
        transactional, ended = self._send_transactions(share), time.monotonic()
        sent = Sent(
            plain=plain,
            transactional=transactional,
            paced=self._send_paced(share),
            transactional_seconds=ended - began,
        )
        self._reader.check()
        return sent

    def _producer(self, settings: dict[str, object]) -> Producer:
        return Producer({**self._access.settings, **settings})

    def _try_to_delete_topic(self) -> None:
        with suppress(PlatformError):
            delete_topic(self._access, self._topic)

    def _send_plain(self, max_messages: float) -> int:
        sent = _fill(self._plain, self._topic, WAY_SECONDS, max_messages)
        self._plain.flush()
        return sent

    def _send_transactions(self, max_messages: float) -> int:
        last = time.monotonic() + WAY_SECONDS
        sent = 0
        while time.monotonic() < last and sent < max_messages:
            self._transactional.begin_transaction()
            sent += _fill(self._transactional, self._topic, TRANSACTION_SECONDS, max_messages - sent)
            self._transactional.commit_transaction()
        return sent

    def _send_paced(self, max_messages: float) -> int:
        """Send each message when it is due; if brokers are too slow for this rate, send fewer messages."""
        began = time.monotonic()
        sent = 0
        while (seconds := time.monotonic() - began) < WAY_SECONDS and sent < max_messages:
            is_due = sent < seconds * PACED_RATE
            if is_due and len(self._paced) < MOST_PACED:
                self._paced.produce(self._topic, MESSAGE, partition=sent % PARTITIONS)
                sent += 1
            else:
                self._paced.poll(1 / PACED_RATE)
        self._paced.flush()
        return sent


def _fill(producer: Producer, topic: str, seconds: float, max_messages: float) -> int:
    """Send up to ``max_messages``, as fast as the client's queue accepts them; return their number."""
    last = time.monotonic() + seconds
    sent = 0
    while time.monotonic() < last and sent < max_messages:
        try:
            producer.produce(topic, MESSAGE, partition=sent % PARTITIONS)
            sent += 1
        except BufferError:
            producer.poll(0.01)
    return sent

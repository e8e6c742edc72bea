"""A Kafka consumer in a group, the partitions that it owns, and those that it has read to the end."""

from collections.abc import Callable, Sequence
from typing import Any

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Message, TopicPartition

from include.load.events import EventKind, emit
from include.load.request_stats import CountedRequest, RequestCounter

POLL_SECONDS = 0.02
"""The maximum time to wait for a message before a program checks whether it must stop."""

POLL_MESSAGES = 500
"""The number of fetched messages that a program takes from the client at once."""

FENCED_MEMBER_EPOCH, STALE_MEMBER_EPOCH = 110, 113
"""Error codes of KIP-848. Releases of confluent-kafka before 2.4.0 have no names for these codes."""

PARTITIONS_LOST = {
    KafkaError.ILLEGAL_GENERATION,
    KafkaError.UNKNOWN_MEMBER_ID,
    KafkaError.REBALANCE_IN_PROGRESS,
    KafkaError.FENCED_INSTANCE_ID,
    FENCED_MEMBER_EPOCH,
    KafkaError._FENCED,
    KafkaError._ASSIGNMENT_LOST,
}
"""Errors of a commit that is refused because another member owns the partitions, or may own them."""

TRANSIENT = {
    KafkaError.COORDINATOR_NOT_AVAILABLE,
    KafkaError.COORDINATOR_LOAD_IN_PROGRESS,
    KafkaError.NOT_COORDINATOR,
    KafkaError.REQUEST_TIMED_OUT,
    STALE_MEMBER_EPOCH,  # KIP-848: a heartbeat under way tells the member its next epoch
    KafkaError._TIMED_OUT,
    KafkaError._TIMED_OUT_QUEUE,
    KafkaError._TRANSPORT,
    KafkaError._WAIT_COORD,
    KafkaError._ALL_BROKERS_DOWN,
    KafkaError._RETRY,
}
"""Errors of a commit that may succeed when it is tried again."""


class GroupConsumer:
    """A consumer of one topic, which prints an ``assigned`` event when the partitions that it owns change."""

    def __init__(self, settings: dict[str, str], topic: str) -> None:
        self.requests = RequestCounter(CountedRequest.FETCH, settings)
        with_statistics: dict[str, Any] = {**settings, "stats_cb": self.requests.take}
        self.client = Consumer(with_statistics)
        self.at_end: dict[int, int] = {}
        """The end offset of each partition that this consumer owns and has read to the end, by partition."""
        self._topic = topic
        self._owned: set[int] = set()
        self._positions: dict[int, int] = {}

    def join(self, partitions: Sequence[int] = ()) -> None:
        """Join the group. With ``partitions``, read these partitions from the beginning without a group."""
        if partitions:
            self.client.assign(
                [TopicPartition(self._topic, partition, OFFSET_BEGINNING) for partition in partitions]
            )
            self._owned = set(partitions)
            emit(EventKind.ASSIGNED, partitions=sorted(self._owned))
            return
        self.client.subscribe([self._topic], on_assign=self._on_assign, on_revoke=self._on_revoke)

    def receive(self, timeout_seconds: float, most: int) -> list[Message]:
        """Wait for a message. Take at most ``most`` of the messages that the client has fetched.

        The method does not wait for a full batch, because this would add to the latencies of the messages.

        Raises:
            KafkaException: The client reports an error that is not transient.
        """
        first = self.client.poll(timeout_seconds)
        if first is None:
            return []
        batch = [first, *self.client.consume(most - 1, 0)]
        if self.at_end or any(message.error() for message in batch):
            return [message for message in batch if self._is_message(message)]
        return batch

    def commit(self, messages: list[Message], give_up: Callable[[], bool], wait: bool = True) -> bool:
        """Commit the offsets that follow these messages; return False if the commit was refused.

        Args:
            messages: The messages that were received last.
            give_up: Called after a transient error. If it returns True, the commit is not repeated.
            wait: Whether to wait for the broker's answer. Without waiting, a failure is not noticed.

        Raises:
            KafkaException: The commit failed with an error that is in neither ``TRANSIENT`` nor
                ``PARTITIONS_LOST``.
        """
        offsets = self.positions(messages)
        while True:
            try:
                if wait:
                    self.client.commit(offsets=offsets, asynchronous=False)
                else:
                    self.client.commit(offsets=offsets)
                return True
            except KafkaException as failure:
                code = failure.args[0].code()
                if code in PARTITIONS_LOST or (code in TRANSIENT and give_up()):
                    return False
                if code not in TRANSIENT:
                    raise

    def positions(self, messages: list[Message]) -> list[TopicPartition]:
        """For each partition in ``messages``, the offset after the partition's last message."""
        last = {message.partition(): message.offset() for message in messages}
        return [TopicPartition(self._topic, p or 0, (offset or 0) + 1) for p, offset in last.items()]

    def read_positions(self) -> dict[int, int]:
        """The offset after the last received message, for each partition of which a message was received.

        A partition that another member owns now keeps its last offset. The client knows these offsets, so
        that no broker is asked.
        """
        owned = [TopicPartition(self._topic, partition) for partition in sorted(self._owned)]
        positions = self.client.position(owned)
        self._positions |= {place.partition: place.offset for place in positions if place.offset >= 0}
        return dict(self._positions)

    def rewind(self, messages: list[Message]) -> None:
        """Seek back to the first of these messages in each partition that this consumer still owns."""
        first = {m.partition() or 0: m.offset() or 0 for m in reversed(messages)}
        for partition, offset in first.items():
            self.at_end.pop(partition, None)
            if partition in self._owned:
                self.client.seek(TopicPartition(self._topic, partition, offset))

    def _is_message(self, message: Message) -> bool:
        """Whether this is a message. Otherwise, the client reports an error or the end of a partition."""
        error, partition = message.error(), message.partition() or 0
        if error is None:
            self.at_end.pop(partition, None)
            return True
        if error.code() == KafkaError._PARTITION_EOF:
            self.at_end[partition] = message.offset() or 0
        elif error.code() == KafkaError._MAX_POLL_EXCEEDED:
            self.at_end.clear()  # the client has left its group, and joins again with the next poll
        elif not error.retriable():
            raise KafkaException(error)
        return False

    def _on_assign(self, _consumer: Consumer, partitions: list[TopicPartition]) -> None:
        self._owned |= {partition.partition for partition in partitions}
        emit(EventKind.ASSIGNED, partitions=sorted(self._owned))

    def _on_revoke(self, _consumer: Consumer, partitions: list[TopicPartition]) -> None:
        self.read_positions()
        revoked = {partition.partition for partition in partitions}
        self._owned -= revoked
        self.at_end = {partition: end for partition, end in self.at_end.items() if partition not in revoked}
        emit(EventKind.ASSIGNED, partitions=sorted(self._owned))

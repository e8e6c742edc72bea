"""A member of a consumer group: what it owns, what it is given, and whether it has read to the end."""

from collections.abc import Callable, Sequence
from typing import Any

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Message, TopicPartition

from include.load_runtime.events import Kind, emit
from include.producers.request_stats import Carrier, RequestCount

GONE_TO_ANOTHER = {
    KafkaError.ILLEGAL_GENERATION,
    KafkaError.UNKNOWN_MEMBER_ID,
    KafkaError.REBALANCE_IN_PROGRESS,
    KafkaError.FENCED_INSTANCE_ID,
    KafkaError.FENCED_MEMBER_EPOCH,
    KafkaError._FENCED,
    KafkaError._ASSIGNMENT_LOST,
}
"""Why a commit is refused whose partitions are, or may be, somebody else's by now."""

PASSING = {
    KafkaError.COORDINATOR_NOT_AVAILABLE,
    KafkaError.COORDINATOR_LOAD_IN_PROGRESS,
    KafkaError.NOT_COORDINATOR,
    KafkaError.REQUEST_TIMED_OUT,
    KafkaError.STALE_MEMBER_EPOCH,  # of the consumer protocol: the answer that tells the next is on its way
    KafkaError._TIMED_OUT,
    KafkaError._TIMED_OUT_QUEUE,
    KafkaError._TRANSPORT,
    KafkaError._WAIT_COORD,
    KafkaError._ALL_BROKERS_DOWN,
    KafkaError._RETRY,
}
"""Why a commit wasn't answered that may be answered next time."""


class Member:
    """A consumer of a topic in its group; each change of what it owns is said in an ``assigned`` event."""

    def __init__(self, settings: dict[str, str], topic: str) -> None:
        self.requests = RequestCount(Carrier.FETCH, settings)
        reporting: dict[str, Any] = {**settings, "stats_cb": self.requests.take}
        self.consumer = Consumer(reporting)
        self.at_end: dict[int, int] = {}
        """Owned partitions of which everything was received that may be, and the offset where that ends."""
        self._topic = topic
        self._owned: set[int] = set()

    def join(self, assigned: Sequence[int] = ()) -> None:
        """Join the group; or, where partitions are assigned, read those from their beginning without one."""
        if assigned:
            self.consumer.assign([TopicPartition(self._topic, one, OFFSET_BEGINNING) for one in assigned])
            self._owned = set(assigned)
            emit(Kind.ASSIGNED, partitions=sorted(self._owned))
            return
        self.consumer.subscribe([self._topic], on_assign=self._assigned, on_revoke=self._revoked)

    def receive(self, patience: float, most: int) -> list[Message]:
        """Take one message, and then whatever is there: waiting to fill a batch would add to latencies.

        Raises:
            KafkaException: the client reports an error that isn't passing.
        """
        first = self.consumer.poll(patience)
        if first is None:
            return []
        taken = [first, *self.consumer.consume(most - 1, 0)]
        if self.at_end or any(message.error() for message in taken):
            return [message for message in taken if self._is_delivered(message)]
        return taken

    def commit(self, messages: list[Message], give_up: Callable[[], bool], wait: bool = True) -> bool:
        """Commit the offsets behind these messages; whether they are committed, as far as is known.

        Args:
            give_up: Asked before trying again what wasn't answered.
            wait: For the answer; without it a failure isn't noticed.

        Raises:
            KafkaException: the commit failed for a reason that isn't passing, nor that another took over.
        """
        offsets = self.positions(messages)
        while True:
            try:
                if wait:
                    self.consumer.commit(offsets=offsets, asynchronous=False)
                else:
                    self.consumer.commit(offsets=offsets)
                return True
            except KafkaException as failure:
                code = failure.args[0].code()
                if code in GONE_TO_ANOTHER or (code in PASSING and give_up()):
                    return False
                if code not in PASSING:
                    raise

    def positions(self, messages: list[Message]) -> list[TopicPartition]:
        """Where to go on in each partition behind these messages."""
        last = {message.partition(): message.offset() for message in messages}
        return [TopicPartition(self._topic, p or 0, (offset or 0) + 1) for p, offset in last.items()]

    def rewind(self, messages: list[Message]) -> None:
        """Receive these messages again, as far as their partitions are still this member's."""
        first = {m.partition() or 0: m.offset() or 0 for m in reversed(messages)}
        for partition, offset in first.items():
            self.at_end.pop(partition, None)
            if partition in self._owned:
                self.consumer.seek(TopicPartition(self._topic, partition, offset))

    def _is_delivered(self, message: Message) -> bool:
        """Whether it is a message, and no word of the client's about how things stand."""
        error, partition = message.error(), message.partition() or 0
        if error is None:
            self.at_end.pop(partition, None)
            return True
        if error.code() == KafkaError._PARTITION_EOF:
            self.at_end[partition] = message.offset() or 0
        elif not error.retriable():
            raise KafkaException(error)
        return False

    def _assigned(self, _consumer: Consumer, partitions: list[TopicPartition]) -> None:
        self._owned |= {one.partition for one in partitions}
        emit(Kind.ASSIGNED, partitions=sorted(self._owned))

    def _revoked(self, _consumer: Consumer, partitions: list[TopicPartition]) -> None:
        gone = {one.partition for one in partitions}
        self._owned -= gone
        self.at_end = {one: end for one, end in self.at_end.items() if one not in gone}
        emit(Kind.ASSIGNED, partitions=sorted(self._owned))

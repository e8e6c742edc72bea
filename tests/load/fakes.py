"""Literal fakes of Kafka's clients and of a program's signals: no broker, no process, no time that passes.

Each client appends what it is asked to do to ``calls``, in plain words. Clients that share this list show the
order of their calls.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest
from confluent_kafka import OFFSET_INVALID, KafkaError, KafkaException, Message, TopicPartition

from include.load.signals import ProgramSignals
from tests.load.messages import delivered, id_of

ABORTABLE = KafkaError(KafkaError._STATE, "the transaction must be aborted", False, False, True)
RETRIABLE = KafkaError(KafkaError._TIMED_OUT, "no answer", False, True, False)
FENCED = KafkaError(KafkaError._FENCED, "fenced", True, False, False)


class FakeSignals(ProgramSignals):
    """The signals of a program that was told to begin; it is resumed at once whenever it pauses."""

    def __init__(self, at_pause: Callable[[], None] = lambda: None) -> None:
        self.stopping = self.finishing = False
        self.pauses = 0
        self._at_pause = at_pause

    def stop(self) -> None:
        self.stopping = True

    def wait_for_begin(self) -> None:
        pass

    def wait_for_resume(self) -> None:
        self.pauses += 1
        self._at_pause()

    def wait_for_stop(self) -> None:
        pass

    def wait(self, seconds: float) -> None:
        pass


Step = Sequence[Message] | Callable[[], None]
"""What happens when a client is polled: messages arrive, or anything else that the test wants."""


class FakeClient:
    """What a fake client was asked, and the errors that it raises."""

    def __init__(self, calls: list[str] | None = None) -> None:
        self.calls: list[str] = [] if calls is None else calls
        self.errors: dict[str, list[KafkaError]] = defaultdict(list)
        """Errors that the next calls of a method raise."""

    def _raise(self, method: str) -> None:
        if self.errors[method]:
            raise KafkaException(self.errors[method].pop(0))


class FakeConsumer(FakeClient):
    """Delivers the messages of one step per poll, and stops the program after the last step."""

    def __init__(self, signals: FakeSignals, *steps: Step, calls: list[str] | None = None) -> None:
        super().__init__(calls)
        self.steps = list(steps)
        self.committed_offsets: list[list[int]] = []
        """What the next questions for committed offsets are answered."""
        self.replicas: dict[int, list[int]] = {}
        """The brokers to which each partition is assigned, the preferred leader first."""
        self.live: set[int] = set()
        """The brokers that are not fenced; only these may lead a partition."""
        self.read_up_to: dict[int, int] = {}
        """The offset after the last received message of each partition, as the client knows it."""
        self._signals = signals
        self._fetched: list[Message] = []

    def subscribe(self, topics: list[str], on_assign: Any, on_revoke: Any) -> None:
        self.calls.append(f"subscribe {' '.join(topics)}")
        self._on_assign, self._on_revoke = on_assign, on_revoke

    def assign(self, partitions: list[TopicPartition]) -> None:
        self.calls.append(f"assign {positions(partitions)}")

    def give(self, *partitions: int) -> None:
        """Have the group assign partitions."""
        self._on_assign(self, [TopicPartition("t", partition) for partition in partitions])

    def take_away(self, *partitions: int) -> None:
        """Have the group revoke partitions."""
        self._on_revoke(self, [TopicPartition("t", partition) for partition in partitions])

    def poll(self, timeout: float) -> Message | None:
        if not self._fetched and self.steps:
            step = self.steps.pop(0)
            if callable(step):
                step()
                return None
            self._fetched = list(step)
        if self._fetched:
            return self._fetched.pop(0)
        self._signals.stop()
        return None

    def consume(self, most: int, timeout: float) -> list[Message]:
        taken, self._fetched = self._fetched[:most], self._fetched[most:]
        return taken

    def commit(self, offsets: list[TopicPartition], asynchronous: bool = True) -> None:
        self.calls.append(f"commit {positions(offsets)}{' without waiting' if asynchronous else ''}")
        self._raise("commit")

    def committed(self, partitions: list[TopicPartition], timeout: float) -> list[TopicPartition]:
        self.calls.append(f"committed {' '.join(str(partition.partition) for partition in partitions)}")
        answers = zip(partitions, self.committed_offsets.pop(0), strict=True)
        return [TopicPartition("t", asked.partition, offset) for asked, offset in answers]

    def position(self, partitions: list[TopicPartition]) -> list[TopicPartition]:
        places = [(place.partition, self.read_up_to.get(place.partition)) for place in partitions]
        return [TopicPartition("t", id, OFFSET_INVALID if at is None else at) for id, at in places]

    def seek(self, position: TopicPartition) -> None:
        self.calls.append(f"seek {positions([position])}")

    def consumer_group_metadata(self) -> str:
        return "group"

    def list_topics(self, topic: str, timeout: float) -> Any:
        partitions = {
            id: SimpleNamespace(replicas=ids, leader=next((id for id in ids if id in self.live), -1))
            for id, ids in self.replicas.items()
        }
        return SimpleNamespace(brokers=self.live, topics={topic: SimpleNamespace(partitions=partitions)})

    def close(self) -> None:
        self.calls.append("close")


class FakeProducer(FakeClient):
    """Accepts messages, and reports the delivery of all of them when it is polled or flushed."""

    def __init__(self, calls: list[str] | None = None) -> None:
        super().__init__(calls)
        self.values: list[bytes] = []
        self.keys: list[bytes | None] = []
        self.outcomes: dict[int, KafkaError] = {}
        """The errors of the messages, by id, whose delivery fails."""
        self.refusals: dict[int, KafkaError] = {}
        """The errors of the messages, by id, that ``produce_batch`` does not accept."""
        self.unreported: list[tuple[Any, Message]] = []
        self._offset = 0
        self._accepted = Event()

    def list_topics(self, topic: str, timeout: float) -> None:
        self.calls.append(f"metadata of {topic}")

    def produce(self, topic: str, value: bytes, partition: int, on_delivery: Any) -> None:
        self.calls.append(f"produce {id_of(value)} to {topic}:{partition}")
        self._accept(value, partition, on_delivery)

    def produce_batch(self, topic: str, batch: list[dict[str, Any]], partition: int, on_delivery: Any) -> int:
        accepted = [entry for entry in batch if id_of(entry["value"]) not in self.refusals]
        ids = " ".join(str(id_of(entry["value"])) for entry in accepted)
        self.calls.append(f"produce {ids} to {topic}:{partition}")
        for entry in accepted:
            self.keys.append(entry.get("key"))
            self._accept(entry["value"], partition, on_delivery)
        for entry in batch:
            if error := self.refusals.get(id_of(entry["value"])):
                entry["_error"] = error
        return len(accepted)

    def poll(self, timeout: float) -> None:
        """Report what is unreported; if there is nothing, wait for something first, as the client does."""
        if timeout:
            self._accepted.wait(timeout)
        self._report()

    def _report(self) -> None:
        self._accepted.clear()
        while self.unreported:
            on_delivery, reported = self.unreported.pop(0)
            on_delivery(self.outcomes.get(id_of(reported.value() or b"")), reported)
        self._raise("poll")

    def flush(self, timeout: float = -1) -> int:
        self.calls.append("flush")
        self._report()
        return 0

    def purge(self) -> None:
        self.calls.append("purge")

    def init_transactions(self, timeout: float) -> None:
        self.calls.append("init transactions")
        self._raise("init_transactions")

    def begin_transaction(self) -> None:
        self.calls.append("begin transaction")

    def send_offsets_to_transaction(self, offsets: list[TopicPartition], metadata: str) -> None:
        self.calls.append(f"send offsets {positions(offsets)}")
        self._raise("send_offsets_to_transaction")

    def commit_transaction(self, timeout: float = 0) -> None:
        self.calls.append("commit transaction")
        self._raise("commit_transaction")

    def abort_transaction(self, timeout: float = 0) -> None:
        self.calls.append("abort transaction")
        self._raise("abort_transaction")

    def _accept(self, value: bytes, partition: int, on_delivery: Any) -> None:
        self.values.append(value)
        self.unreported.append((on_delivery, delivered(value, partition, self._offset)))
        self._offset += 1
        self._accepted.set()


def fake_producer() -> Any:
    """A fake producer, where the client's own type is expected."""
    return FakeProducer()


def positions(partitions: Sequence[TopicPartition]) -> str:
    """Partitions with their offsets, like ``0:5 2:1``."""
    return " ".join(f"{p.partition}:{p.offset}" for p in sorted(partitions, key=lambda p: p.partition))


def events(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """The events that were printed since the last call."""
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def events_of(capsys: pytest.CaptureFixture[str], kind: str) -> list[dict[str, Any]]:
    """The events of one kind that were printed since the last call."""
    return [event for event in events(capsys) if event["event"] == kind]

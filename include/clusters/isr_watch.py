"""Watch whether a topic's in-sync sets stay full: a replica that falls behind makes acknowledgements cheaper.

A metadata request a second shows it. A replica leaves the set after it has been behind for half a minute, or
its broker silent for seconds, so that what is over between two looks hardly ever began.
"""

from contextlib import AbstractContextManager
from threading import Event, Thread
from types import TracebackType

from confluent_kafka import KafkaException

from include.clusters.cluster import Access
from include.clusters.topics import admin
from include.rawlog.manifest import InSyncRecord

EVERY = 1.0
"""Seconds. A look takes a third of a millisecond of CPU time, and to connect for the first one three."""

ANSWER = 1.0
"""Seconds within which a broker must answer; a look without an answer isn't counted."""


class InSyncWatch(AbstractContextManager["InSyncWatch"]):
    """Looks at topics, in a thread of its own, from its beginning to its end."""

    def __init__(self, access: Access, topics: list[str]) -> None:
        self._client = admin(access)
        self._topics = topics
        self._looks: list[int] = []
        self._ended = Event()
        self._thread = Thread(target=self._watch, name="in-sync watch")

    def __enter__(self) -> "InSyncWatch":
        """Begin."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End; with a last look, unless nobody asks for it any more."""
        self._ended.set()
        self._thread.join()
        if error is None:
            self._look()

    def record(self) -> InSyncRecord | None:
        """What was seen; None where no broker answered."""
        return InSyncRecord(looks=len(self._looks), fewest=min(self._looks)) if self._looks else None

    def _watch(self) -> None:
        while not self._ended.wait(EVERY):
            self._look()

    def _look(self) -> None:
        try:
            sizes = [size for topic in self._topics for size in self._in_sync(topic)]
        except KafkaException:
            return
        if sizes:
            self._looks.append(min(sizes))

    def _in_sync(self, topic: str) -> list[int]:
        """How many replicas of each partition are in sync."""
        described = self._client.list_topics(topic, timeout=ANSWER).topics[topic]
        return [len(partition.isrs) for partition in described.partitions.values()]

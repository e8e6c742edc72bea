"""Watch the in-sync replicas of topics. With fewer in-sync replicas, acknowledgements are cheaper.

One metadata request each second is enough. A replica leaves the in-sync set after it has lagged for half a
minute, or after its broker has been silent for several seconds. Replicas rarely leave the set for less than a
second.
"""

from contextlib import AbstractContextManager
from threading import Event, Thread

from confluent_kafka import KafkaException

from include.clusters.admin_client import admin
from include.clusters.cluster import Access
from include.rawlog.manifest import InSyncRecord

INTERVAL_SECONDS = 1.0
"""The time between requests. A request costs 0.3 ms of CPU time; connecting for the first request costs 3
ms."""

REQUEST_TIMEOUT_SECONDS = 1.0
"""Time within which a broker must answer; a request without an answer is not counted."""


class InSyncWatch(AbstractContextManager["InSyncWatch"]):
    """Watches the in-sync replicas of topics in a separate thread until the context ends."""

    def __init__(self, access: Access, topics: list[str]) -> None:
        self._client = admin(access)
        self._topics = topics
        self._fewest: list[int] = []
        self._ended = Event()
        self._thread = Thread(target=self._watch, name="isr-watch")

    def __enter__(self) -> "InSyncWatch":
        self._thread.start()
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Stop watching. If the cell has not failed, send one last metadata request."""
        self._ended.set()
        self._thread.join()
        if error is None:
            self._request()

    def record(self) -> InSyncRecord | None:
        """The number of answers, and the fewest in-sync replicas in an answer; None without an answer."""
        return InSyncRecord(looks=len(self._fewest), fewest=min(self._fewest)) if self._fewest else None

    def _watch(self) -> None:
        while not self._ended.wait(INTERVAL_SECONDS):
            self._request()

    def _request(self) -> None:
        try:
            sizes = [size for topic in self._topics for size in self._in_sync(topic)]
        except KafkaException:
            return
        if sizes:
            self._fewest.append(min(sizes))

    def _in_sync(self, topic: str) -> list[int]:
        """The number of in-sync replicas of each partition."""
        metadata = self._client.list_topics(topic, timeout=REQUEST_TIMEOUT_SECONDS).topics[topic]
        return [len(partition.isrs) for partition in metadata.partitions.values()]

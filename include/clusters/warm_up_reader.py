"""The consumer of a round of the warm-up."""

from threading import Event, Thread

from confluent_kafka import Consumer, KafkaError

from include.clusters.cluster import Access
from include.load.authorization_errors import denied_to_client
from include.machine.errors import PlatformError

CLIENT = {"log_level": 0, "allow.auto.create.topics": False}

CONSUMER = {**CLIENT, "auto.offset.reset": "earliest", "isolation.level": "read_committed"}


class WarmUpReader:
    """Consumes in a separate thread, to warm the brokers up for fetch and group requests."""

    def __init__(self, access: Access, topic: str) -> None:
        self.received = 0
        self._access = access
        self._topic = topic
        self._denial: str | None = None
        self._ended = Event()
        self._consumer = Consumer({**access.settings, "group.id": topic, **CONSUMER})
        self._consumer.subscribe([topic])
        self._thread = Thread(target=self._read, name="warm-up-reader")
        self._thread.start()

    def check(self) -> None:
        """If the reader lacks a permission, raise a PlatformError that names the permission."""
        if self._denial:
            raise PlatformError(self._denial)

    def end(self) -> None:
        self._ended.set()
        self._thread.join()
        self._consumer.close()

    def _read(self) -> None:
        while not self._ended.is_set():
            for message in self._consumer.consume(100, timeout=0.01):
                error = message.error()
                self.received += error is None
                if error is not None:
                    self._denial = self._denial or self._denied(error)

    def _denied(self, error: KafkaError) -> str | None:
        return denied_to_client(
            error.code(), "Read", self._topic, {"group.id": self._topic}, self._access.connection
        )

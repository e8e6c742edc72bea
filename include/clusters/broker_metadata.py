"""What one certain broker knows of a topic.

A client asks whichever broker it pleases. librdkafka lets one choose for a DescribeTopics, which is Kafka's
Metadata request and never creates a topic; its Python client doesn't pass the choice on, so that the library
is called itself. Encryption and authentication are its business, as for every other client.
"""

import ctypes
from contextlib import AbstractContextManager
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from include.errors import PlatformError
from include.load_runtime import librdkafka
from include.load_runtime.authorization_errors import Denied, denied
from include.load_runtime.librdkafka import set_property

PRODUCER = 0
"""The kind of client: no more than a connection is needed of it."""

ANY_OPERATION = 0

POINTERS = POINTER(c_void_p)

FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "conf_new": (c_void_p, []),
    "conf_set": (c_int, [c_void_p, c_char_p, c_char_p, c_char_p, c_size_t]),
    "conf_destroy": (None, [c_void_p]),
    "new": (c_void_p, [c_int, c_void_p, c_char_p, c_size_t]),
    "destroy": (None, [c_void_p]),
    "queue_new": (c_void_p, [c_void_p]),
    "queue_poll": (c_void_p, [c_void_p, c_int]),
    "queue_destroy": (None, [c_void_p]),
    "AdminOptions_new": (c_void_p, [c_void_p, c_int]),
    "AdminOptions_set_broker": (c_int, [c_void_p, c_int, c_char_p, c_size_t]),
    "AdminOptions_set_request_timeout": (c_int, [c_void_p, c_int, c_char_p, c_size_t]),
    "AdminOptions_destroy": (None, [c_void_p]),
    "TopicCollection_of_topic_names": (c_void_p, [POINTER(c_char_p), c_size_t]),
    "TopicCollection_destroy": (None, [c_void_p]),
    "DescribeTopics": (None, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "event_error": (c_int, [c_void_p]),
    "event_error_string": (c_char_p, [c_void_p]),
    "event_destroy": (None, [c_void_p]),
    "event_DescribeTopics_result": (c_void_p, [c_void_p]),
    "DescribeTopics_result_topics": (POINTERS, [c_void_p, POINTER(c_size_t)]),
    "TopicDescription_error": (c_void_p, [c_void_p]),
    "error_code": (c_int, [c_void_p]),
    "TopicDescription_partitions": (POINTERS, [c_void_p, POINTER(c_size_t)]),
    "TopicPartitionInfo_leader": (c_void_p, [c_void_p]),
    "TopicPartitionInfo_isr": (POINTERS, [c_void_p, POINTER(c_size_t)]),
    "Node_id": (c_int, [c_void_p]),
}
"""What is called of the library, without its prefix: the type of the result, and of the arguments."""


@dataclass(frozen=True)
class Partition:
    """A partition's leader (-1: none) and the brokers whose replicas are in sync."""

    leader: int
    in_sync: list[int]


class MetadataClient(AbstractContextManager["MetadataClient"]):
    """Asks brokers of the cluster that its settings lead to, one by one."""

    def __init__(self, settings: dict[str, str]) -> None:
        """``settings`` are librdkafka's.

        Raises:
            PlatformError: the library refuses them; it says why.
        """
        self._library = librdkafka.library()
        for name, (result, arguments) in FUNCTIONS.items():
            function = self._call(name)
            function.restype, function.argtypes = result, arguments
        self._client = self._connect(settings)
        self._answers = self._call("queue_new")(self._client)

    def partitions_known(self, broker: int, topic: str, deadline: float) -> list[Partition]:
        """The topic's partitions as this broker knows them; none when it doesn't know the topic.

        Raises:
            PlatformError: it doesn't answer within ``deadline`` seconds, or may not say.
        """
        self._ask(broker, topic, max(1, int(deadline * 1000)))
        answer = self._call("queue_poll")(self._answers, -1)  # it comes: at the latest, that time is over
        try:
            if self._call("event_error")(answer):
                reason = self._call("event_error_string")(answer).decode()
                raise PlatformError(f"broker {broker} doesn't say what it knows of topic {topic}: {reason}")
            return self._partitions(topic, self._call("event_DescribeTopics_result")(answer))
        finally:
            self._call("event_destroy")(answer)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Disconnect."""
        self._call("queue_destroy")(self._answers)
        self._call("destroy")(self._client)

    def _connect(self, settings: dict[str, str]) -> int:
        configuration = c_void_p(self._call("conf_new")())
        reason = ctypes.create_string_buffer(512)
        try:
            for key, value in settings.items():
                set_property(self._library, configuration, key, value)
            client: int | None = self._call("new")(PRODUCER, configuration, reason, len(reason))
            if not client:
                raise ValueError(reason.value.decode())
        except ValueError as error:
            self._call("conf_destroy")(configuration)
            raise PlatformError(str(error)) from None
        return client

    def _ask(self, broker: int, topic: str, milliseconds: int) -> None:
        options = self._call("AdminOptions_new")(self._client, ANY_OPERATION)
        self._call("AdminOptions_set_broker")(options, broker, None, 0)
        self._call("AdminOptions_set_request_timeout")(options, milliseconds, None, 0)
        topics = self._call("TopicCollection_of_topic_names")((c_char_p * 1)(topic.encode()), 1)
        self._call("DescribeTopics")(self._client, topics, options, self._answers)
        self._call("TopicCollection_destroy")(topics)
        self._call("AdminOptions_destroy")(options)

    def _partitions(self, topic: str, result: int) -> list[Partition]:
        (described,) = self._list("DescribeTopics_result_topics", result)
        if self._call("error_code")(self._call("TopicDescription_error")(described)) == Denied.TOPIC:
            raise PlatformError(denied("Describe", "topic", topic))
        return [self._partition(one) for one in self._list("TopicDescription_partitions", described)]

    def _partition(self, partition: int) -> Partition:
        leader = self._call("TopicPartitionInfo_leader")(partition)
        in_sync = self._list("TopicPartitionInfo_isr", partition)
        node_id = self._call("Node_id")
        return Partition(node_id(leader) if leader else -1, [node_id(node) for node in in_sync])

    def _list(self, name: str, holder: int) -> list[int]:
        count = c_size_t()
        found = self._call(name)(holder, byref(count))
        return [found[place] for place in range(count.value)]

    def _call(self, name: str) -> Any:  # noqa: ANN401 - what ctypes knows of a function
        return getattr(self._library, f"rd_kafka_{name}")

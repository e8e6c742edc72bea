"""The metadata that one particular broker has about a topic.

Normally, the client chooses the broker for a metadata request. librdkafka's DescribeTopics lets the program
choose the broker, but the Python client does not offer this option. Therefore this module calls librdkafka
directly. DescribeTopics sends Kafka's Metadata request, and never creates a topic.
"""

import ctypes
from contextlib import AbstractContextManager
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_void_p
from dataclasses import dataclass
from typing import Any

from confluent_kafka import KafkaError

from include.errors import PlatformError
from include.load_runtime import librdkafka_calls
from include.load_runtime.authorization_errors import Denied, denied
from include.load_runtime.librdkafka_calls import set_property

PRODUCER = 0
"""RD_KAFKA_PRODUCER, the type of the client, although the client produces nothing."""

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
"""The result type and the argument types of the library's functions, by name without the prefix
``rd_kafka_``."""


@dataclass(frozen=True)
class PartitionMetadata:
    """The id of a partition's leader (-1: none), and the ids of the brokers whose replicas are in sync."""

    leader: int
    in_sync: list[int]


class MetadataClient(AbstractContextManager["MetadataClient"]):
    """A client that sends metadata requests to a chosen broker."""

    def __init__(self, settings: dict[str, str]) -> None:
        """Create the client with librdkafka's ``settings``."""
        self._library = librdkafka_calls.library()
        for name, (result, arguments) in FUNCTIONS.items():
            function = self._call(name)
            function.restype, function.argtypes = result, arguments
        self._client = self._connect(settings)
        self._answers = self._call("queue_new")(self._client)

    def partitions_known(self, broker: int, topic: str, deadline: float) -> list[PartitionMetadata]:
        """The partitions of a topic in the metadata of a broker.

        The result is empty if the broker does not know the topic. It is also empty if the request was lost
        because the library replaced its bootstrap connection to this broker.

        Raises:
            PlatformError: The broker does not answer within ``deadline`` seconds, or the client has no
                permission.
        """
        self._ask(broker, topic, max(1, int(deadline * 1000)))
        answer = self._call("queue_poll")(self._answers, -1)  # an event arrives within the request timeout
        try:
            error = self._call("event_error")(answer)
            if error == KafkaError._DESTROY_BROKER:
                return []
            if error:
                reason = self._call("event_error_string")(answer).decode()
                raise PlatformError(f"broker {broker} sent no metadata of topic {topic}: {reason}")
            return self._partitions(topic, self._call("event_DescribeTopics_result")(answer))
        finally:
            self._call("event_destroy")(answer)

    def __exit__(self, *_error: object) -> None:
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

    def _partitions(self, topic: str, result: int) -> list[PartitionMetadata]:
        (description,) = self._list("DescribeTopics_result_topics", result)
        if self._call("error_code")(self._call("TopicDescription_error")(description)) == Denied.TOPIC:
            raise PlatformError(denied("Describe", "topic", topic))
        return [
            self._partition(partition) for partition in self._list("TopicDescription_partitions", description)
        ]

    def _partition(self, partition: int) -> PartitionMetadata:
        leader = self._call("TopicPartitionInfo_leader")(partition)
        in_sync = self._list("TopicPartitionInfo_isr", partition)
        node_id = self._call("Node_id")
        return PartitionMetadata(node_id(leader) if leader else -1, [node_id(node) for node in in_sync])

    def _list(self, name: str, holder: int) -> list[int]:
        count = c_size_t()
        pointers = self._call(name)(holder, byref(count))
        return [pointers[index] for index in range(count.value)]

    def _call(self, name: str) -> Any:  # noqa: ANN401 - ctypes has no types for functions
        return getattr(self._library, f"rd_kafka_{name}")

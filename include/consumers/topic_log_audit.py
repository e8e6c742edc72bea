"""Read a topic's whole log, independently of the cell's programs, and record the log's content."""

from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
import pyarrow as pa
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Message, TopicPartition

from include.consumers.content_check import ContentCheck
from include.errors import PlatformError
from include.load_runtime.job import Isolation
from include.rawlog.schemas import AUDIT
from include.rawlog.table_writer import column

POLL_TIMEOUT_SECONDS = 30.0
"""The maximum time to wait for the next message or the end of a partition."""

NO_POSITIONS: Mapping[int, int] = MappingProxyType({})

FETCHED_MESSAGES = 1000
"""The maximum number of messages to take from the client in one call."""


def audit(access: Mapping[str, str], topic: str, partitions: int, check: ContentCheck) -> pa.Table:
    """The rows of ``audit.parquet``: one row for every message in a topic's log."""
    read = partial(_read, access, topic, partitions)
    with ThreadPoolExecutor(1) as concurrently:
        reading = concurrently.submit(lambda: set(map(_position, read(Isolation.READ_COMMITTED))))
        rows = list(read(Isolation.READ_UNCOMMITTED))
    committed = reading.result()
    positions = list(map(_position, rows))
    return pa.Table.from_arrays(
        [
            column(_ids(rows, check)),
            column(np.array([partition for partition, _ in positions], np.int32)),
            column(np.array([offset for _, offset in positions], np.int64)),
            pa.array([position in committed for position in positions], pa.bool_(), from_pandas=False),
        ],
        schema=AUDIT,
    )


def has_message_after(
    access: Mapping[str, str], topic: str, partitions: int, positions: Mapping[int, int], isolation: Isolation
) -> bool:
    """Whether a consumer with this isolation level would receive a message at or after these offsets.

    ``positions`` has an offset for each partition; a partition without one is read from its beginning.
    """
    messages = _read(access, topic, partitions, isolation, positions)
    with closing(messages):
        return next(messages, None) is not None


def _ids(messages: Sequence[Message], check: ContentCheck) -> np.ndarray:
    """The ids of messages, shape (n,). To save memory, the values are read in parts."""
    starts = range(0, len(messages), FETCHED_MESSAGES)
    parts = (messages[start : start + FETCHED_MESSAGES] for start in starts)
    ids = [check.ids_of([message.value() or b"" for message in part]).intact for part in parts]
    return np.concatenate([np.empty(0, np.int64), *ids])


def _position(message: Message) -> tuple[int, int]:
    """The partition and the offset of a message."""
    return message.partition() or 0, message.offset() or 0


def _read(
    access: Mapping[str, str],
    topic: str,
    partitions: int,
    isolation: Isolation,
    positions: Mapping[int, int] = NO_POSITIONS,
) -> Generator[Message]:
    """Yield all messages that a consumer with this isolation level receives, in order of arrival.

    A partition is read from its offset in ``positions``, or else from its beginning.
    """
    settings: dict[str, Any] = {
        **access,
        "group.id": topic,  # required by the client, and unused because partitions are assigned
        "enable.auto.commit": False,
        "enable.partition.eof": True,
        "isolation.level": isolation.value,
        "fetch.wait.max.ms": 10,
        "log_level": 0,
    }
    consumer = Consumer(settings)
    try:
        consumer.assign(
            [
                TopicPartition(topic, partition, positions.get(partition, OFFSET_BEGINNING))
                for partition in range(partitions)
            ]
        )
        partitions_to_read = set(range(partitions))
        while partitions_to_read:
            first = consumer.poll(POLL_TIMEOUT_SECONDS)
            if first is None:
                raise PlatformError(
                    f"the log of {topic} was not read to its end: "
                    f"nothing arrived for {POLL_TIMEOUT_SECONDS:g} s"
                )
            for message in (first, *consumer.consume(FETCHED_MESSAGES, 0)):
                error = message.error()
                if error is None:
                    yield message
                elif error.code() == KafkaError._PARTITION_EOF:
                    partitions_to_read.discard(message.partition() or 0)
                elif not error.retriable():
                    raise PlatformError(f"the log of {topic} cannot be read: {error.str()}")
    except KafkaException as failure:
        raise PlatformError(f"the log of {topic} cannot be read: {failure.args[0].str()}") from failure
    finally:
        consumer.close()

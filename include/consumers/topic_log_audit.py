"""Read a topic's whole log, independently of the cell's programs, and record the log's content."""

from array import array
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Message, TopicPartition

from include.load.job import Isolation
from include.machine.errors import PlatformError
from include.rawlog.schemas import AUDIT
from include.rawlog.table_writer import column

POLL_TIMEOUT_SECONDS = 30.0
"""The maximum time to wait for the next message or the end of a partition."""

NO_POSITIONS: Mapping[int, int] = MappingProxyType({})

FETCHED_MESSAGES = 1000
"""The maximum number of messages to take from the client in one call."""


IdsOf: TypeAlias = Callable[[list[Message]], np.ndarray]
"""Gives the id of each message; ``NEVER_SENT`` for one that is not intact."""


class LogPlaces:
    """The partition and offset of each message that was read, in order of arrival.

    They are kept in typed arrays: a topic may hold millions of messages, whose values need not be kept.
    """

    def __init__(self) -> None:
        self.partitions: array[int] = array("i")
        self.offsets: array[int] = array("q")

    def add(self, messages: Sequence[Message]) -> None:
        self.partitions.extend([message.partition() or 0 for message in messages])
        self.offsets.extend([message.offset() or 0 for message in messages])

    def are_in(self, others: "LogPlaces") -> np.ndarray:
        """Whether each place is also one of the other places, shape (n,)."""
        partitions, offsets = np.frombuffer(self.partitions, np.intc), np.frombuffer(self.offsets, np.int64)
        other_partitions = np.frombuffer(others.partitions, np.intc)
        other_offsets = np.frombuffer(others.offsets, np.int64)
        is_other = np.zeros(len(offsets), bool)
        for partition in np.unique(partitions):
            is_here = partitions == partition
            is_other[is_here] = np.isin(offsets[is_here], other_offsets[other_partitions == partition])
        return is_other


def audit(access: Mapping[str, str], topic: str, partitions: int, ids_of: IdsOf) -> pa.Table:
    """The rows of ``audit.parquet``: one row for every message in a topic's log."""
    read = partial(log_of, access, topic, range(partitions))
    stored, ids = LogPlaces(), array("q")
    with ThreadPoolExecutor(1) as concurrently:
        reading = concurrently.submit(lambda: _places(read(Isolation.READ_COMMITTED)))
        for batch in read(Isolation.READ_UNCOMMITTED):
            stored.add(batch)
            ids.frombytes(ids_of(batch).tobytes())
    is_committed = stored.are_in(reading.result())
    return pa.Table.from_arrays(
        [
            column(np.frombuffer(ids, np.int64)),
            column(np.frombuffer(stored.partitions, np.intc).astype(np.int32, copy=False)),
            column(np.frombuffer(stored.offsets, np.int64)),
            pa.array(is_committed, pa.bool_(), from_pandas=False),
        ],
        schema=AUDIT,
    )


def _places(batches: Iterable[Sequence[Message]]) -> LogPlaces:
    places = LogPlaces()
    for batch in batches:
        places.add(batch)
    return places


def has_message_after(
    access: Mapping[str, str], topic: str, partitions: int, positions: Mapping[int, int], isolation: Isolation
) -> bool:
    """Whether a consumer with this isolation level would receive a message at or after these offsets.

    ``positions`` has an offset for each partition; a partition without one is read from its beginning.
    """
    batches = log_of(access, topic, range(partitions), isolation, positions)
    with closing(batches):
        return next(batches, None) is not None


def log_of(
    access: Mapping[str, str],
    topic: str,
    partitions: Collection[int],
    isolation: Isolation,
    positions: Mapping[int, int] = NO_POSITIONS,
) -> Generator[list[Message]]:
    """Yield all messages that a consumer with this isolation level receives, in order of arrival, in batches.

    A partition is read from its offset in ``positions``, or else from its beginning.

    Raises:
        PlatformError: The log cannot be read.
    """
    settings: dict[str, Any] = {
        **access,
        "group.id": topic,  # required by the client, and unused because partitions are assigned
        "enable.auto.commit": False,
        "enable.partition.eof": True,
        "isolation.level": isolation.value,
        "fetch.wait.max.ms": 10,
        "fetch.queue.backoff.ms": 10,  # by default a second each time its queue is full
        "log_level": 0,
    }
    consumer = Consumer(settings)
    try:
        consumer.assign(
            [
                TopicPartition(topic, partition, positions.get(partition, OFFSET_BEGINNING))
                for partition in partitions
            ]
        )
        partitions_to_read = set(partitions)
        while partitions_to_read:
            first = consumer.poll(POLL_TIMEOUT_SECONDS)
            if first is None:
                raise PlatformError(
                    f"the log of {topic} was not read to its end: "
                    f"nothing arrived for {POLL_TIMEOUT_SECONDS:g} s"
                )
            batch = []
            for message in (first, *consumer.consume(FETCHED_MESSAGES, 0)):
                error = message.error()
                if error is None:
                    batch.append(message)
                elif error.code() == KafkaError._PARTITION_EOF:
                    partitions_to_read.discard(message.partition() or 0)
                elif not error.retriable():
                    raise PlatformError(f"the log of {topic} cannot be read: {error.str()}")
            if batch:
                yield batch
    except KafkaException as failure:
        raise PlatformError(f"the log of {topic} cannot be read: {failure.args[0].str()}") from failure
    finally:
        consumer.close()

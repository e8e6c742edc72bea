"""Read a topic's log from its beginning to its end, as nobody of the cell does: what is really there?"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, KafkaException, Message, TopicPartition

from include.consumers.processing_journal import identified
from include.load_runtime.processing import Isolation
from include.rawlog.columns import column
from include.rawlog.schemas import AUDIT

SILENCE = 30.0
"""Seconds within which something must come."""

AT_ONCE = 1000


class AuditError(Exception):
    """The log can't be read; the message is for a user."""


def audit(
    access: Mapping[str, str],
    topic: str,
    partitions: int,
    cell: int,
    messages: int,
    content: Callable[[int], bytes],
) -> pa.Table:
    """Every message in the log, as rows of ``audit.parquet``.

    Args:
        access: What a client needs to connect.
        topic: Whose log.
        partitions: How many it has.
        cell: The number that the cell's messages carry.
        messages: How many the cell has.
        content: What stands behind the header of a message, by its id.

    Raises:
        AuditError: the log can't be read to its end.
    """
    read = partial(_read, access, topic, partitions)
    with ThreadPoolExecutor(1) as beside:
        committed_places = beside.submit(lambda: set(map(_place, read(Isolation.READ_COMMITTED))))
        found = list(read(Isolation.READ_UNCOMMITTED))
    committed = committed_places.result()
    places = list(map(_place, found))
    ids = [identified(message.value() or b"", cell, messages, content) for message in found]
    return pa.Table.from_arrays(
        [
            column(np.array(ids, np.int64)),
            column(np.array([partition for partition, _ in places], np.int32)),
            column(np.array([offset for _, offset in places], np.int64)),
            pa.array([place in committed for place in places], pa.bool_(), from_pandas=False),
        ],
        schema=AUDIT,
    )


def _place(message: Message) -> tuple[int, int]:
    return message.partition() or 0, message.offset() or 0


def _read(access: Mapping[str, str], topic: str, partitions: int, isolation: Isolation) -> Iterator[Message]:
    """All messages that a reader of this isolation is given, partition by partition as they come."""
    settings: dict[str, Any] = {
        **access,
        "group.id": topic,  # required, and not used: partitions are assigned
        "enable.auto.commit": False,
        "enable.partition.eof": True,
        "isolation.level": isolation.value,
        "fetch.wait.max.ms": 10,
        "log_level": 0,
    }
    consumer = Consumer(settings)
    try:
        consumer.assign([TopicPartition(topic, one, OFFSET_BEGINNING) for one in range(partitions)])
        left = set(range(partitions))
        while left:
            first = consumer.poll(SILENCE)
            if first is None:
                raise AuditError(f"the log of {topic} wasn't read to its end: nothing came for {SILENCE:g} s")
            for message in (first, *consumer.consume(AT_ONCE, 0)):
                error = message.error()
                if error is None:
                    yield message
                elif error.code() == KafkaError._PARTITION_EOF:
                    left.discard(message.partition() or 0)
                elif not error.retriable():
                    raise AuditError(f"the log of {topic} can't be read: {error.str()}")
    except KafkaException as failure:
        raise AuditError(f"the log of {topic} can't be read: {failure.args[0].str()}") from failure
    finally:
        consumer.close()

"""What the brokers have stored of a share group: its start offsets, and the states of messages behind them.

The share coordinator writes it to a topic of its own, one record for each change. Source of the layout: the
files ``common/message/Share*.json`` in Kafka's jar ``kafka-share-coordinator``.
"""

import struct
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from include.clusters.leaders_and_coordinators import SHARE_STATE, ClusterBrokers
from include.consumers.topic_log_audit import log_of
from include.load.job import Isolation
from include.producers.proxy.frames import after_tagged_fields, length_of
from include.rawlog.schemas import scenario_tables
from include.rawlog.table_writer import log_table
from include.scenarios.share_group.settled_offsets import ALTERED

STATE_FILE = "share_state.parquet"

SNAPSHOT, UPDATE = 0, 1
"""The kinds of records: the whole state of a partition, and a change of it."""

_KEY, _PARTITION, _TOPIC_ID_BYTES = struct.Struct(">hh"), struct.Struct(">i"), 16
_BEFORE_START = {SNAPSHOT: struct.Struct(">hiii"), UPDATE: struct.Struct(">hii")}
"""The version of a record and its epochs, before the start offset: of the snapshot, of the state (not in an
update), and of the leader."""
_STATE_EPOCH = 2
_START, _BATCH = struct.Struct(">q"), struct.Struct(">qqbh")
_BEFORE_BATCHES = {SNAPSHOT: 16, UPDATE: 0}
"""The bytes of the times of creation and writing, between the start offset and the batches."""

STATES = {0: "available", 2: "acknowledged", 4: "archived"}

Row = Mapping[str, Any]


def stored_state(brokers: ClusterBrokers, group: str, topic: str, partitions: int) -> pa.Table:
    """The rows of ``share_state.parquet``; those of a partition in the order in which they were stored.

    Raises:
        PlatformError: The topic of the share coordinator cannot be read.
    """
    places = set(brokers.share_state_places(group, topic, range(partitions)).values())
    batches = log_of(brokers.cluster.access.settings, SHARE_STATE, places, Isolation.READ_UNCOMMITTED)
    epochs: dict[int, int] = {}
    rows = [
        row
        for batch in batches
        for message in batch
        if (key := message.key())
        for row in rows_of(key, message.value(), message.timestamp()[1], group, epochs)
    ]
    schema = scenario_tables("share_group")[STATE_FILE].schema
    return log_table(rows, schema)


def rows_of(
    key: bytes, value: bytes | None, written_ms: int, group: str, epochs: dict[int, int]
) -> Iterator[Row]:
    """The start offset and the batches in a record about this group, a row for each batch, at least one.

    ``epochs`` has the latest epoch of the state of each partition. A new epoch has a row of its own.
    """
    kind, length = _KEY.unpack_from(key)
    after_group = _KEY.size + length
    if value is None or kind not in _BEFORE_START or key[_KEY.size : after_group] != group.encode():
        return
    (partition,) = _PARTITION.unpack_from(key, after_group + _TOPIC_ID_BYTES)
    before_start, (start,) = _BEFORE_START[kind], _START.unpack_from(value, _BEFORE_START[kind].size)
    about = {
        "partition": partition,
        "written_ms": written_ms,
        "start_offset": start if start >= 0 else None,
    }
    changes = list(_batches(value, before_start.size + _START.size + _BEFORE_BATCHES[kind]))
    if kind == SNAPSHOT:
        epoch = before_start.unpack_from(value)[_STATE_EPOCH]
        if epoch > epochs.get(partition, epoch):
            changes = [{**NO_BATCH, "state": ALTERED}, *changes]
        epochs[partition] = epoch
    for change in changes or [NO_BATCH]:
        yield {**about, **change}


NO_BATCH: Row = {"first_offset": None, "last_offset": None, "delivery": None, "state": "none"}


def _batches(value: bytes, place: int) -> Iterator[Row]:
    count, place = length_of(value, place, is_compact=True)
    for _ in range(count):
        first, last, state, delivery = _BATCH.unpack_from(value, place)
        place = after_tagged_fields(value, place + _BATCH.size)
        yield {
            "first_offset": first,
            "last_offset": last,
            "delivery": delivery,
            "state": STATES.get(state, str(state)),
        }

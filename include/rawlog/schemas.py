"""The files that raw logs have, column by column.

Times are in nanoseconds of the clock that the manifest names. Ids of messages count from 0 in each cell.
Files that only one scenario has are in ``include.rawlog.scenarios``.
"""

from enum import StrEnum

import pyarrow as pa


class Outcome(StrEnum):
    """What the producer knows of a message that it sent. Only an acked message can be lost."""

    ACKED = "acked"
    FAILED = "failed"
    UNKNOWN = "unknown"


class TransactionOutcome(StrEnum):
    """What the producer knows of a transaction that it began."""

    COMMITTED = "committed"
    ABORTED = "aborted"
    UNKNOWN = "unknown"


WORD = pa.dictionary(pa.int8(), pa.string())
"""The type of a column with few different words."""

SENT = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("partition", pa.int32()),
        pa.field("offset", pa.int64()),
        pa.field("created_ns", pa.int64(), nullable=False),
        pa.field("acked_ns", pa.int64()),
        pa.field("outcome", WORD, nullable=False),
        pa.field("transaction", pa.int32()),
        pa.field("handed_over_ns", pa.int64()),
    ]
)
"""A row for each send of a message, in the order of sending.

``handed_over_ns`` is when the producer gave the message to its client.
"""

CORRUPTED_ID = "corrupted_id"

_DELIVERY = (
    pa.field("id", pa.int64(), nullable=False),
    pa.field("partition", pa.int32(), nullable=False),
    pa.field("offset", pa.int64(), nullable=False),
    pa.field("received_ns", pa.int64(), nullable=False),
    pa.field("consumer", pa.int16(), nullable=False),
)

RECEIVED = pa.schema([*_DELIVERY, pa.field(CORRUPTED_ID, pa.int64())])
"""A row for each delivery, in the order in which each consumer received them.

``corrupted_id`` is the id in the header of a message of the cell whose content differs from what was sent; it
is null for messages that are intact or not the cell's.
"""

PROCESSED = pa.schema(
    [
        *_DELIVERY,
        pa.field("processed_ns", pa.int64(), nullable=False),
        pa.field("attempt", pa.int16()),
        pa.field(CORRUPTED_ID, pa.int64()),
    ]
)
"""``received.parquet`` where processing is a step of its own: a row for each time a message was processed.

``attempt`` counts, from 1, the programs that were this consumer, one after another.
"""

NEVER_SENT = -1
"""The id of a delivery that is no message of the cell, or whose content differs from what was sent."""

TRANSACTIONS = pa.schema(
    [
        pa.field("transaction", pa.int32(), nullable=False),
        pa.field("begun_ns", pa.int64(), nullable=False),
        pa.field("commit_called_ns", pa.int64()),
        pa.field("ended_ns", pa.int64()),
        pa.field("messages", pa.int64(), nullable=False),
        pa.field("outcome", WORD, nullable=False),
    ]
)
"""A row for each transaction; ``ended_ns`` is when the commit or abort returned."""

FAULTS = pa.schema(
    [
        pa.field("fault", pa.string(), nullable=False),
        pa.field("target", pa.string(), nullable=False),
        pa.field("began_ns", pa.int64(), nullable=False),
        pa.field("ended_ns", pa.int64()),
        pa.field("packets_seen", pa.int64()),
        pa.field("packets_dropped", pa.int64()),
    ]
)
"""A row for each fault window. ``target`` names what the fault was aimed at.

``packets_seen`` counts the packets that met a broken network, ``packets_dropped`` those of them that were
dropped; both are null for faults that break no network, and ``packets_dropped`` is null where packets were
only delayed or reordered.
"""

AUDIT = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("partition", pa.int32(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
        pa.field("committed", pa.bool_(), nullable=False),
    ]
)
"""A row for each message in the log of the topic, as an independent reader found it after the drain.

``committed`` is whether a reader of committed messages receives it.
"""

AUDIT_FILE = "audit.parquet"
"""Present only in cells with a fault, with processing, with transactions that are aborted on purpose, with
missing messages, or of reliable ack."""

VISIBILITY = pa.schema(
    [
        pa.field("asked_ns", pa.int64(), nullable=False),
        pa.field("answered_ns", pa.int64(), nullable=False),
        pa.field("partition", pa.int32(), nullable=False),
        pa.field("offset", pa.int64(), nullable=False),
    ]
)
"""A row for each partition and each question of an observer, in the order of the questions.

``offset`` is the first offset that consumers could not yet read at some moment between ``asked_ns`` and
``answered_ns``: the last stable offset if they read committed messages, otherwise the high watermark.
"""

VISIBILITY_FILE = "visibility.parquet"
"""Present only in cells with an observer."""

STRIKES = pa.schema(
    [
        pa.field("request", pa.string(), nullable=False),
        pa.field("version", pa.int16(), nullable=False),
        pa.field("correlation_id", pa.int32(), nullable=False),
        pa.field("broker", pa.int32(), nullable=False),
        pa.field("outcome", pa.string()),
        pa.field("partitions", pa.string()),
        pa.field("messages", pa.int32()),
        pa.field("producer_id", pa.int64()),
        pa.field("producer_epoch", pa.int16()),
        pa.field("act", pa.string(), nullable=False),
        pa.field("answer", pa.string(), nullable=False),
        pa.field("client", pa.string(), nullable=False),
        pa.field("struck_ns", pa.int64(), nullable=False),
        pa.field("again_answered_ns", pa.int64()),
        pa.field("released_ns", pa.int64()),
        pa.field("answered_ns", pa.int64()),
        pa.field("error_code", pa.int16()),
    ]
)
"""A row for each request that was struck, in the order in which they were struck.

``outcome`` is what an EndTxn request asked for, ``commit`` or ``abort``; a Produce request had so many
``messages`` for ``partitions``, whose numbers are separated by commas. ``act``, ``answer`` and ``client`` are
terms of the strike. A held request went on at ``released_ns``; ``again_answered_ns`` is when a broker
answered the same request after the client had sent it again, and ``answered_ns`` when a broker answered the
struck one, with ``error_code`` (0: no error; null: not known).
"""

STRIKES_FILE = "strikes.parquet"
"""Present only in cells whose producer reaches the brokers through a proxy."""

REQUESTS = pa.schema(
    [
        pa.field("request", WORD, nullable=False),
        pa.field("version", pa.int16(), nullable=False),
        pa.field("broker", pa.int32(), nullable=False),
        pa.field("connection", pa.int32(), nullable=False),
        pa.field("correlation_id", pa.int32(), nullable=False),
        pa.field("sent_ns", pa.int64(), nullable=False),
        pa.field("request_bytes", pa.int32(), nullable=False),
        pa.field("answered_ns", pa.int64()),
        pa.field("answer_bytes", pa.int32()),
        pa.field("error_code", pa.int16()),
    ]
)
"""A row for each request of the producer, in the order in which the proxy read the requests.

``request`` is its name in the protocol, or the number of its API key if the proxy does not know the name.
``sent_ns`` is when the proxy had read the request, and ``answered_ns`` when it had read the answer (null: it
read none, for example because the client had left); both sizes are those of whole frames. ``error_code`` is
that of the answer to AddPartitionsToTxn (of its first partition) or to EndTxn, 0 without an error; null: it
was not read.
"""

REQUESTS_FILE = "requests.parquet"
"""Present only in cells with the setting ``wire_log``."""

OPTIONAL_FILES: dict[str, pa.Schema] = {
    AUDIT_FILE: AUDIT,
    VISIBILITY_FILE: VISIBILITY,
    STRIKES_FILE: STRIKES,
    REQUESTS_FILE: REQUESTS,
}
"""The files that the raw log of any scenario may have."""


FILES: dict[str, pa.Schema] = {
    "sent.parquet": SENT,
    "received.parquet": RECEIVED,
    "transactions.parquet": TRANSACTIONS,
    "faults.parquet": FAULTS,
}
"""Every file that each sealed raw log has, beside its manifest; a file may have no rows."""

"""The file in which a reliable ack cell logs what the producer's monitor confirmed."""

import pyarrow as pa

from include.rawlog.schemas import WORD

CONFIRMATIONS_FILE = "confirmations.parquet"

CONFIRMATIONS = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("confirmed_ns", pa.int64()),
        pa.field("confirmed_by", WORD, nullable=False),
        pa.field("retransmitted", pa.int32(), nullable=False),
    ]
)
"""A row for each message of which the monitor received a copy.

The message was confirmed at ``confirmed_ns`` by a ``receipt`` or a ``retransmission``, or by ``nothing``, and
``retransmitted`` is how often the monitor sent it again. In such a cell a message is ``acked`` when the
monitor has confirmed it.
"""

FILES: dict[str, pa.Schema] = {CONFIRMATIONS_FILE: CONFIRMATIONS}

"""The file in which a group rebalance cell logs which consumer owned which partition, and when."""

from enum import StrEnum

import pyarrow as pa


class Ending(StrEnum):
    """How a time ended in which a consumer owned a partition, or owned none."""

    GIVEN = "given"
    """The consumer owned no partition, and was assigned some."""
    REVOKED = "revoked"
    """The partition was revoked, to be assigned to another consumer, or to be assigned anew."""
    LEFT = "left"
    """The consumer left the group in an orderly way."""
    GONE = "gone"
    """The consumer's process ended without leaving the group: it was killed, or it failed."""


OWNERSHIP_FILE = "ownership.parquet"

OWNERSHIP = pa.schema(
    [
        pa.field("consumer", pa.int16(), nullable=False),
        pa.field("attempt", pa.int16(), nullable=False),
        pa.field("partition", pa.int32()),
        pa.field("from_ns", pa.int64(), nullable=False),
        pa.field("until_ns", pa.int64()),
        pa.field("ending", pa.string()),
    ]
)
"""A row for each time in which a consumer owned a partition, as reported by the consumer itself; without a
partition, a time in which the consumer was a member and owned none.

``attempt`` counts, from 1, the programs that were this consumer, one after another. A time that lasted until
the end of the cell has no ``until_ns`` and no ``ending``.
"""

FILES: dict[str, pa.Schema] = {OWNERSHIP_FILE: OWNERSHIP}

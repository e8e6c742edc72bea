"""The file in which a request-reply cell logs the replies."""

import pyarrow as pa

REPLIES_FILE = "replies.parquet"

REPLIES = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        pa.field("received_ns", pa.int64(), nullable=False),
    ]
)
"""A row for each reply, in the order of receipt; ``id`` is the id of the request."""

FILES: dict[str, pa.Schema] = {REPLIES_FILE: REPLIES}
"""The files of the scenario, which its cells may have."""

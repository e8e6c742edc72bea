"""Jobs whose fields are of no importance, except for those that a test gives."""

from pathlib import Path
from typing import Any, TypeVar

from include.load.job import Job, Processing
from include.load.payload import Filler
from tests.load.messages import CELL, MESSAGE_BYTES

AnyJob = TypeVar("AnyJob", bound=Job)

FIELDS: dict[str, Any] = {
    "name": "program", "folder": Path(), "topic": "t", "cell": CELL, "messages": 10, "client_settings": {},
    "message_bytes": MESSAGE_BYTES, "filler": Filler.RANDOM, "filler_seed": 1, "partitions": 1,
    "batch_bytes": 1000, "most_per_request": 2, "linger_ms": 0, "buffered_messages": 100, "index": 0,
    "batch_messages": 2, "processing": Processing.PROCESS_FIRST, "output": "copied",
    "producer_settings": {}, "system": "redis-list", "address": "127.0.0.1:1", "copy_connections": 2,
    "slots": 8, "drain_seconds": 60, "interval_ms": 10, "of": 1,
}  # fmt: skip


def job_of(job_type: type[AnyJob], **fields: Any) -> AnyJob:
    """A job with these fields; its other required fields have the values above."""
    required = {name for name, field in job_type.model_fields.items() if field.is_required()}
    return job_type(**{name: FIELDS[name] for name in required - fields.keys()} | fields)

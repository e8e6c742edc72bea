"""Raw cells of literal rows, which need no files, and their times."""

from typing import Any

import numpy as np

from bench.manifests import cell_record, manifest_of
from include.rawlog.schemas import AUDIT, AUDIT_FILE, FAULTS, RECEIVED, SENT, TRANSACTIONS
from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.rawcell import RawCell
from tests.rawlog.sealing import Rows, table

MS = 1_000_000
"""Nanoseconds in a millisecond."""

S = 1_000_000_000
"""Nanoseconds in a second."""


def numbers(*values: int) -> Numbers:
    return np.array(values, dtype=np.int64)


def raw_cell(
    sent: Rows = (),
    received: Rows = (),
    transactions: Rows = (),
    faults: Rows = (),
    audit: Rows | None = None,
    settings: dict[str, Any] | None = None,
    **manifest: Any,
) -> RawCell:
    """A cell with these rows and settings; ``manifest`` changes parts of its manifest."""
    files = {
        "sent.parquet": table(sent, SENT),
        "received.parquet": table(received, RECEIVED),
        "transactions.parquet": table(transactions, TRANSACTIONS),
        "faults.parquet": table(faults, FAULTS),
    }
    if audit is not None:
        files[AUDIT_FILE] = table(audit, AUDIT)
    record = cell_record(settings={"semantics": "at-least-once", **(settings or {})})
    return RawCell(manifest_of(record, **manifest), files)

"""Raw cells of literal rows, which need no files."""

from typing import Any

from bench.manifests import cell_record, manifest_of
from include.rawlog.schemas import AUDIT, AUDIT_FILE, FAULTS, RECEIVED, SENT, TRANSACTIONS
from include.spark_jobs.measures.rawcell import RawCell
from tests.rawlog.sealing import Rows, table


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

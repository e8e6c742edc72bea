"""``results/requests``: how many requests of each kind a cell's producer sent, and how long each took."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import REQUESTS_FILE
from include.spark_jobs.measures.arrays import Numbers
from include.spark_jobs.measures.generator import NS_PER_MS
from include.spark_jobs.measures.rawcell import RawCell, numbers
from include.spark_jobs.tables.schemas import TABLES

REQUEST_KIND = TABLES["requests"].schema

Row = dict[str, Any]


def request_rows(cell: RawCell) -> pa.Table:
    """The rows of ``results/requests`` for a cell; none in a cell without a log of its requests."""
    logged = cell.files.get(REQUESTS_FILE)
    if logged is None:
        return REQUEST_KIND.empty_table()
    names = logged["request"].cast(pa.string())
    requests = logged.set_column(logged.schema.get_field_index("request"), "request", names)
    begun = np.sort(numbers(cell.timed_transactions["begun_ns"]))
    # The requests of a transaction that began in the lead-in are left out, as the transaction is.
    since = begun[0] if begun.size else cell.load_began_ns
    timed = requests.filter(pc.greater_equal(requests["sent_ns"], since))
    kinds = timed.select(["request", "version"]).group_by(["request", "version"]).aggregate([])
    ordered = kinds.sort_by([("request", "ascending"), ("version", "ascending")])
    rows = [{"cell": cell.manifest.cell.id, **_row(timed, kind, begun)} for kind in ordered.to_pylist()]
    return pa.Table.from_pylist(rows, REQUEST_KIND)


def _row(timed: pa.Table, kind: Mapping[str, Any], begun: Numbers) -> Row:
    """The row of a request and its version, which ``kind`` has, but for the cell.

    Args:
        timed: The requests after the lead-in.
        kind: The request and its version.
        begun: The begins of the transactions in ns, in ascending order, shape (transactions,).
    """
    is_kind = pc.and_(*(pc.equal(timed[name], value) for name, value in kind.items()))
    requests = timed.filter(is_kind)
    answered = requests.filter(requests["answered_ns"].is_valid())
    sent, answers = numbers(answered["sent_ns"]), numbers(answered["answered_ns"])
    return {
        **kind,
        "requests": requests.num_rows,
        "transactions": begun.size,
        "error_codes": _error_codes(requests["error_code"]),
        **_times(answers - sent),
        **_within_transactions(begun, sent, answers),
    }


def _error_codes(codes: pa.ChunkedArray) -> str | None:
    """How often each code was answered, as JSON; None if no code was read."""
    counts = pc.value_counts(codes.drop_null()).to_pylist()
    by_code = {str(entry["values"]): entry["counts"] for entry in counts}
    return json.dumps(by_code, sort_keys=True) if by_code else None


def _times(answer_times: Numbers) -> Row:
    """Median, 95th percentile and maximum of response times in ns; the values of the columns are in ms."""
    if not answer_times.size:
        return {}
    percentiles = np.percentile(answer_times, [50, 95, 100]) / NS_PER_MS
    return dict(zip(("median_ms", "p95_ms", "max_ms"), percentiles.tolist(), strict=True))


def _within_transactions(begun: Numbers, sent: Numbers, answered: Numbers) -> Row:
    """When the first request of a transaction was sent, and when the last one was answered.

    Both are medians over the transactions with such a request, from the begin of the transaction. A request
    belongs to the transaction that began last before it was sent.

    Args:
        begun: The begins of the transactions in ns, in ascending order, shape (transactions,).
        sent: When the requests of a kind were sent, shape (requests,).
        answered: When they were answered, of the same shape.
    """
    transactions = np.searchsorted(begun, sent, side="right") - 1
    is_within = transactions >= 0
    if not is_within.any():
        return {}
    owners = transactions[is_within]
    first, last = np.full(begun.size, np.iinfo(np.int64).max), np.zeros(begun.size, np.int64)
    np.minimum.at(first, owners, sent[is_within])
    np.maximum.at(last, owners, answered[is_within])
    with_request = np.unique(owners)
    moments = {"first_sent_ms": first, "last_answered_ms": last}
    return {
        name: float(np.median((times - begun)[with_request])) / NS_PER_MS for name, times in moments.items()
    }

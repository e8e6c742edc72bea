"""``results/requests``: for each kind of request, the number of requests and the response times."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from include.rawlog.schemas import REQUESTS_FILE
from include.spark_jobs.measures.array_types import Numbers
from include.spark_jobs.measures.generator import NS_PER_MS
from include.spark_jobs.measures.rawcell import RawCell, numbers
from include.spark_jobs.tables.schemas import Row, TableRows


def request_rows(cell: RawCell) -> TableRows:
    """The rows of ``results/requests`` for a cell; none in a cell without a log of its requests."""
    log = cell.files.get(REQUESTS_FILE)
    if log is None:
        return []
    names = log["request"].cast(pa.string())
    requests = log.set_column(log.schema.get_field_index("request"), "request", names)
    begun_ns = np.sort(numbers(cell.timed_transactions["begun_ns"]))
    # A transaction that began in the lead-in is left out. Its requests are left out too.
    since = begun_ns[0] if begun_ns.size else cell.load_began_ns
    timed_requests = requests.filter(pc.greater_equal(requests["sent_ns"], since))
    kinds = timed_requests.select(["request", "version"]).group_by(["request", "version"]).aggregate([])
    ordered_kinds = kinds.sort_by([("request", "ascending"), ("version", "ascending")])
    return [_row(timed_requests, kind, begun_ns) for kind in ordered_kinds.to_pylist()]


def _row(timed_requests: pa.Table, kind: Mapping[str, Any], begun_ns: Numbers) -> Row:
    """The row for one version of one kind of request.

    Args:
        timed_requests: The requests after the lead-in.
        kind: The values of ``request`` and ``version`` that select the requests.
        begun_ns: When the transactions began, in ns, in ascending order, shape (transactions,).
    """
    is_kind = pc.and_(*(pc.equal(timed_requests[name], value) for name, value in kind.items()))
    requests = timed_requests.filter(is_kind)
    with_answer = requests.filter(requests["answered_ns"].is_valid())
    sent, answers = numbers(with_answer["sent_ns"]), numbers(with_answer["answered_ns"])
    return {
        **kind,
        "requests": requests.num_rows,
        "transactions": begun_ns.size,
        "error_codes": _error_codes(requests["error_code"]),
        **_times(answers - sent),
        **_within_transactions(begun_ns, sent, answers),
    }


def _error_codes(codes: pa.ChunkedArray) -> str | None:
    """The number of answers with each error code, as JSON; None if no code was read."""
    counts = pc.value_counts(codes.drop_null()).to_pylist()
    by_code = {str(entry["values"]): entry["counts"] for entry in counts}
    return json.dumps(by_code, sort_keys=True) if by_code else None


def _times(answer_times: Numbers) -> Row:
    """Columns with the median, the 95th percentile and the maximum, in ms, of response times in ns."""
    if not answer_times.size:
        return {}
    percentiles = np.percentile(answer_times, [50, 95, 100]) / NS_PER_MS
    return dict(zip(("median_ms", "p95_ms", "max_ms"), percentiles.tolist(), strict=True))


def _within_transactions(begun_ns: Numbers, sent_ns: Numbers, answered_ns: Numbers) -> Row:
    """The times of the first request and of the last answer in a transaction.

    The times are in ms from the beginning of the transaction. They are medians over the transactions with
    such a request. A request belongs to the last transaction that began before the request was sent.

    Args:
        begun_ns: When the transactions began, in ns, in ascending order, shape (transactions,).
        sent_ns: When the requests of a kind were sent, shape (requests,).
        answered_ns: When the requests were answered, shape (requests,).
    """
    transactions = np.searchsorted(begun_ns, sent_ns, side="right") - 1
    is_within = transactions >= 0
    if not is_within.any():
        return {}
    owners = transactions[is_within]
    first, last = np.full(begun_ns.size, np.iinfo(np.int64).max), np.zeros(begun_ns.size, np.int64)
    np.minimum.at(first, owners, sent_ns[is_within])
    np.maximum.at(last, owners, answered_ns[is_within])
    with_request = np.unique(owners)
    moments = {"first_sent_ms": first, "last_answered_ms": last}
    return {
        name: float(np.median((times - begun_ns)[with_request])) / NS_PER_MS
        for name, times in moments.items()
    }

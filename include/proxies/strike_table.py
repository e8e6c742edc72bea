"""The rows of ``strikes.parquet``: the requests that were struck."""

from collections.abc import Sequence

import pyarrow as pa

from include.proxies.strikes import StruckRequest
from include.rawlog.schemas import STRIKES


def strike_table(struck: Sequence[StruckRequest]) -> pa.Table:
    """Return a row for each struck request, in the order in which they were struck."""
    rows = [_row(request) for request in struck]
    columns = [
        pa.array([row[field.name] for row in rows], field.type, from_pandas=False) for field in STRIKES
    ]
    return pa.Table.from_arrays(columns, schema=STRIKES)


def _row(request: StruckRequest) -> dict[str, int | str | None]:
    end = request.end
    return {
        "request": str(request.strike.request),
        "version": request.header.version,
        "correlation_id": request.header.correlation_id,
        "broker": request.broker,
        "outcome": str(end.outcome) if end else None,
        "producer_id": end.producer_id if end else None,
        "producer_epoch": end.producer_epoch if end else None,
        "act": str(request.strike.act),
        "answer": request.strike.answer,
        "client": request.strike.client,
        "struck_ns": request.struck_ns,
        "again_answered_ns": request.again_answered_ns,
        "released_ns": request.released_ns,
        "answered_ns": request.answered_ns,
        "error_code": request.error_code,
    }

"""Rows of ``requests.parquet`` (requests that the proxy read) and ``strikes.parquet`` (struck requests)."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from include.load.protocol_requests import Request
from include.producers.proxy.frames import RequestContent
from include.producers.proxy.struck_request import StruckRequest
from include.producers.proxy.wire_log import NOT_ANSWERED, NOT_READ, WireLog
from include.rawlog.schemas import REQUESTS, STRIKES
from include.rawlog.table_writer import column, log_table, words

NAMES = {
    **{request.api_key: str(request) for request in Request},
    3: "Metadata",
    10: "FindCoordinator",
    17: "SaslHandshake",
    18: "ApiVersions",
    25: "AddOffsetsToTxn",
    28: "TxnOffsetCommit",
    36: "SaslAuthenticate",
    71: "GetTelemetrySubscriptions",
    72: "PushTelemetry",
}
"""The names of the requests that clients send, by API key.

Source: https://kafka.apache.org/protocol#protocol_api_keys.
"""


def request_table(log: WireLog) -> pa.Table:
    """A row for each request that the proxy has read, in the order in which it read the requests."""
    api_keys, codes = np.unique(log.numbers("api_key"), return_inverse=True)
    is_answered = log.numbers("answered_ns") != NOT_ANSWERED
    masks = {
        "answered_ns": is_answered,
        "answer_bytes": is_answered,
        "error_code": log.numbers("error_code") != NOT_READ,
    }
    names = [NAMES.get(api_key, str(api_key)) for api_key in api_keys.tolist()]
    others = [field.name for field in REQUESTS if field.name != "request"]
    columns = [words(codes, names), *(column(log.numbers(name), masks.get(name)) for name in others)]
    return pa.Table.from_arrays(columns, schema=REQUESTS)


def strike_table(requests: Sequence[StruckRequest]) -> pa.Table:
    """A row for each struck request, in the order in which they were struck."""
    return log_table([_row(request) for request in requests], STRIKES)


def _row(request: StruckRequest) -> dict[str, int | str | None]:
    content = request.content or RequestContent(None, None)
    return {
        "request": str(request.strike.request),
        "version": request.header.version,
        "correlation_id": request.header.correlation_id,
        "broker": request.broker,
        "outcome": str(content.outcome) if content.outcome else None,
        "partitions": ", ".join(map(str, content.partitions)) or None,
        "messages": content.messages,
        "producer_id": content.producer_id,
        "producer_epoch": content.producer_epoch,
        "act": str(request.strike.act),
        "answer": request.strike.answer,
        "client": request.strike.client,
        "struck_ns": request.struck_ns,
        "again_answered_ns": request.again_answered_ns,
        "released_ns": request.released_ns,
        "answered_ns": request.answered_ns,
        "error_code": request.error_code,
    }

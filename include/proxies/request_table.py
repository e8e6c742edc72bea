"""The rows of ``requests.parquet``: the requests that passed the proxy, and their answers."""

import numpy as np
import pyarrow as pa

from include.load_runtime.strike import Request
from include.proxies.wire_log import NOT_ANSWERED, NOT_READ, WireLog
from include.rawlog.columns import column, words
from include.rawlog.schemas import REQUESTS

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
"""The names of the requests that producers send, by API key.

Source: https://kafka.apache.org/protocol#protocol_api_keys.
"""


def request_table(log: WireLog) -> pa.Table:
    """Return a row for each request, in the order in which the proxy read the requests."""
    api_keys, codes = np.unique(log.numbers("api_key"), return_inverse=True)
    is_answered = log.numbers("answered_ns") != NOT_ANSWERED
    known = {
        "answered_ns": is_answered,
        "answer_bytes": is_answered,
        "error_code": log.numbers("error_code") != NOT_READ,
    }
    names = [NAMES.get(api_key, str(api_key)) for api_key in api_keys.tolist()]
    others = [field.name for field in REQUESTS if field.name != "request"]
    columns = [words(codes, names), *(column(log.numbers(name), known.get(name)) for name in others)]
    return pa.Table.from_arrays(columns, schema=REQUESTS)

"""The log of all requests that a proxy has read, and of their answers, in columns of numbers.

A request takes 42 bytes of memory. Until it is answered or given up, it also has an entry in a dictionary.
"""

from array import array
from collections import OrderedDict
from collections.abc import Mapping
from time import monotonic_ns
from typing import Literal

import numpy as np

from include.producers.proxy.frames import RequestHeader
from include.producers.proxy.request_bodies_and_refusals import error_code

NOT_ANSWERED = 0
"""The value for the time and the size of a missing answer."""

NOT_READ = -(2**15)
"""The value for an error code that was not read. Kafka does not use this value."""

MOST_WAITING = 10_000
"""The maximum number of a connection's requests that wait for their answers. If more requests wait, the
oldest request is given up. Without this limit, Produce requests with ``acks=0``, which brokers never answer,
would accumulate."""

_TYPE_CODES: Mapping[str, Literal["h", "i", "q"]] = {
    "api_key": "h",
    "version": "h",
    "broker": "i",
    "connection": "i",
    "correlation_id": "i",
    "sent_ns": "q",
    "request_bytes": "i",
    "answered_ns": "q",
    "answer_bytes": "i",
    "error_code": "h",
}
"""The type code of each column, as in the ``array`` module."""


class WireLog:
    """A row for each request, in the order in which the proxy read the requests."""

    def __init__(self) -> None:
        self._columns = {name: array(code) for name, code in _TYPE_CODES.items()}
        self._connections = 0

    def connection(self, broker: int) -> "ConnectionLog":
        """The log of a new connection to a broker. Connections are numbered from 1."""
        self._connections += 1
        return ConnectionLog(self, broker, self._connections)

    def add(self, *request: int) -> int:
        """Add a row for a request that is not answered yet; ``request`` contains the request's columns.

        Return the number of the row.
        """
        row = (*request, NOT_ANSWERED, NOT_ANSWERED, NOT_READ)
        for column, value in zip(self._columns.values(), row, strict=True):
            column.append(value)
        return len(self._columns["sent_ns"]) - 1

    def take_answer(self, row: int, answer: bytes) -> None:
        """Add the answer of a request to the request's row."""
        columns = self._columns
        columns["answered_ns"][row] = monotonic_ns()
        columns["answer_bytes"][row] = len(answer)
        code = error_code(columns["api_key"][row], columns["version"][row], answer)
        columns["error_code"][row] = NOT_READ if code is None else code

    def numbers(self, name: str) -> np.ndarray:
        """A copy of a column, shape (requests,)."""
        return np.array(self._columns[name], dtype=_TYPE_CODES[name])


class ConnectionLog:
    """The log of one connection. It finds the row of the request to which an answer belongs."""

    def __init__(self, log: WireLog, broker: int, number: int) -> None:
        self._log, self._broker, self._number = log, broker, number
        self._waiting: OrderedDict[int, int] = OrderedDict()
        """The rows of the requests without an answer, by their correlation ids."""

    def take_request(self, header: RequestHeader, size: int) -> None:
        """Log a request that has just been read, with its size in bytes."""
        kind = header.api_key, header.version, self._broker, self._number, header.correlation_id
        self._waiting[header.correlation_id] = self._log.add(*kind, monotonic_ns(), size)
        if len(self._waiting) > MOST_WAITING:
            self._waiting.popitem(last=False)

    def take_answer(self, number: int, answer: bytes) -> None:
        """Log an answer that has just been read; ``number`` is its correlation id."""
        row = self._waiting.pop(number, None)
        if row is not None:
            self._log.take_answer(row, answer)

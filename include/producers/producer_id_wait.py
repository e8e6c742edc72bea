"""Wait for the producer id, because an idempotent client sends no message without its id.

librdkafka requests the id when a client is created. Because the client is not connected to a broker yet,
librdkafka requests the id again half a second later. Until it has the id, the client holds all messages back.
If a cell began before this moment, it would measure the start of the client. A transactional client requests
its id in ``init_transactions``, without this delay. The client reports the id in its debug log. The client's
statistics contain the id too, but they cost a histogram update for every message.
"""

import logging
import sys
from collections.abc import Callable, Mapping
from time import monotonic, time
from typing import Any

from confluent_kafka import KafkaError, KafkaException

POLL_SECONDS = 0.05

LEVELS = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6}
"""The levels of librdkafka's log, by the corresponding levels of Python's logging."""


class ProducerIdLog(logging.Handler):
    """A log handler that notices when the client gets its producer id, and drops debug lines."""

    def __init__(self, client_settings: Mapping[str, str]) -> None:
        super().__init__()
        is_idempotent = client_settings.get("enable.idempotence") == "true"
        self._is_missing = is_idempotent and "transactional.id" not in client_settings
        self._error: KafkaError | None = None

    def settings(self) -> dict[str, Any]:
        """The additional settings that make the client log its producer id."""
        if not self._is_missing:
            return {}
        log = logging.Logger("librdkafka")
        log.addHandler(self)
        return {"debug": "eos", "log_level": 7, "logger": log, "error_cb": self._on_error}

    def wait_for_id(self, poll: Callable[[float], object], timeout_seconds: float) -> None:
        """Wait until the client has its id.

        Return at once if the client needs no id, or if it is transactional and therefore has its id already.

        Raises:
            KafkaException: The client did not get its id in time, or had a fatal error.
        """
        ends_at = monotonic() + timeout_seconds
        while self._is_missing:
            if self._error is not None:
                raise KafkaException(self._error)
            if monotonic() > ends_at:
                reason = f"no broker gave the client a producer id within {timeout_seconds:g} s"
                raise KafkaException(KafkaError(KafkaError._TIMED_OUT, reason))
            poll(POLL_SECONDS)

    def emit(self, record: logging.LogRecord) -> None:
        """Process a line of the client's log."""
        facility, client, text = record.args if isinstance(record.args, tuple) else ("", "", record.msg)
        if facility == "GETPID" and "Acquired PID" in str(text):
            self._is_missing = False
        if record.levelno > logging.DEBUG:
            _write(LEVELS.get(record.levelno, 6), facility, client, text)

    def _on_error(self, error: KafkaError) -> None:
        """Process an error of the whole client: log it in librdkafka's format, and keep a fatal error."""
        _write(LEVELS[logging.ERROR], "ERROR", "librdkafka", error)
        if error.fatal():
            self._error = error


def _write(level: int, facility: object, client: object, text: object) -> None:
    """Write a line to standard error in librdkafka's own format."""
    print(f"%{level}|{time():.3f}|{facility}|{client}| {text}", file=sys.stderr, flush=True)

from pathlib import Path
from socket import SOCK_DGRAM, socket
from types import SimpleNamespace
from typing import Any, cast

import pytest

from include.load.proxy_job import ProxyJob
from include.load.signals import ProgramSignals
from include.producers.proxy import wire_log
from include.producers.proxy.frames import correlation_id, request_header
from include.producers.proxy.proxy import Proxy
from include.producers.proxy.request_and_strike_rows import request_table
from include.producers.proxy.wire_log import ConnectionLog, WireLog
from include.rawlog.schemas import REQUESTS, REQUESTS_FILE
from tests.producers.proxy.requests import METADATA, PRODUCE, answer, end_txn, end_txn_answer, request


def ask(connection: ConnectionLog, frame: bytes) -> None:
    connection.take_request(request_header(frame), len(frame))


def reply(connection: ConnectionLog, frame: bytes) -> None:
    connection.take_answer(correlation_id(frame), frame)


def rows(log: WireLog) -> list[dict[str, Any]]:
    table = request_table(log)
    assert table.schema == REQUESTS
    table.validate(full=True)
    return list(table.to_pylist())


def test_a_row_has_the_request_and_its_answer() -> None:
    log = WireLog()
    log.connection(1)
    connection = log.connection(3)
    ask(connection, end_txn(17, commits=True, version=5))
    reply(connection, end_txn_answer(17, 51, version=5))
    (row,) = rows(log)
    sent_ns, answered_ns = row.pop("sent_ns"), row.pop("answered_ns")
    assert 0 < sent_ns <= answered_ns
    assert row == {
        "request": "EndTxn",
        "version": 5,
        "broker": 3,
        "connection": 2,
        "correlation_id": 17,
        "request_bytes": len(end_txn(17, commits=True, version=5)),
        "answer_bytes": len(end_txn_answer(17, 51, version=5)),
        "error_code": 51,
    }


def test_an_answer_an_error_code_or_a_name_that_is_not_known_is_null_or_a_number() -> None:
    log = WireLog()
    ask(log.connection(1), request(PRODUCE, 1))
    (row,) = rows(log)
    assert [row[name] for name in ("answered_ns", "answer_bytes", "error_code")] == [None, None, None]
    log = WireLog()
    connection = log.connection(1)
    ask(connection, request(99, 1))
    ask(connection, request(METADATA, 2))
    assert [row["request"] for row in rows(log)] == ["99", "Metadata"]
    log = WireLog()
    connection = log.connection(1)
    for number, frame in enumerate([end_txn_answer(0)[:9], answer(1, b"\x00" * 20)]):
        ask(connection, [end_txn(0, commits=True), request(PRODUCE, 1)][number])
        reply(connection, frame)
    assert [(row["answer_bytes"], row["error_code"]) for row in rows(log)] == [(9, None), (28, None)]


def test_answers_find_their_requests_in_any_order_and_on_their_own_connection() -> None:
    log = WireLog()
    first, second = log.connection(1), log.connection(2)
    ask(first, request(METADATA, 1))
    ask(first, request(PRODUCE, 2))
    ask(second, request(PRODUCE, 1))
    reply(first, answer(2, b"x"))
    reply(second, answer(1, b"xx"))
    reply(first, answer(1, b"xxx"))
    answers = [(row["request"], row["answer_bytes"]) for row in rows(log)]
    assert answers == [("Metadata", 11), ("Produce", 9), ("Produce", 10)]


@pytest.mark.parametrize("is_logged", [True, False])
def test_the_file_is_written_only_if_the_job_asks_for_it(tmp_path: Path, is_logged: bool) -> None:
    common: dict[str, Any] = {"name": "proxy", "folder": tmp_path, "topic": "t", "cell": 0, "messages": 1}
    job = ProxyJob(**common, client_settings={}, brokers=[], strikes=[], wire_log=is_logged)
    with socket(type=SOCK_DGRAM) as signals:
        Proxy(job, cast("ProgramSignals", SimpleNamespace(descriptor=signals, stopping=True))).run()
    assert (tmp_path / REQUESTS_FILE).exists() is is_logged


def test_no_more_requests_wait_for_answers_than_the_log_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire_log, "MOST_WAITING", 2)
    log = WireLog()
    connection = log.connection(1)
    for number in (1, 2, 3):
        ask(connection, request(PRODUCE, number))
    for number in (1, 2, 3):
        reply(connection, answer(number))
    assert [row["answered_ns"] is None for row in rows(log)] == [True, False, False]

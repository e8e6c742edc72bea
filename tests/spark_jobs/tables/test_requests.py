from typing import Any

from include.rawlog.schemas import REQUESTS, REQUESTS_FILE, STRIKES, STRIKES_FILE
from include.spark_jobs.tables.registry import rows_of
from tests.rawlog.sealing import Rows, table
from tests.spark_jobs.cells import MS, raw_cell

SENT = [(0, 0, 0, 100 * MS, None, "unknown", None), (1, 0, 1, 150 * MS, None, "unknown", None)]

TRANSACTIONS = [
    (0, 100 * MS, 110 * MS, 112 * MS, 1, "committed"),
    (1, 200 * MS, 210 * MS, 212 * MS, 1, "committed"),
    (2, 300 * MS, 310 * MS, 312 * MS, 1, "committed"),
]


def logged(
    request: str, sent_ms: float, answered_ms: float | None, error_code: int | None = None, version: int = 3
) -> tuple[Any, ...]:
    """A row of ``requests.parquet``."""
    answered_ns = None if answered_ms is None else int(answered_ms * MS)
    size = None if answered_ms is None else 40
    return (request, version, 1, 1, 7, int(sent_ms * MS), 90, answered_ns, size, error_code)


def request_rows(
    *requests: tuple[Any, ...], transactions: Rows = TRANSACTIONS, **settings: Any
) -> list[dict[str, Any]]:
    cell = raw_cell(SENT, transactions=transactions, settings=settings)
    cell.files[REQUESTS_FILE] = table(requests, REQUESTS)
    return list(rows_of(cell)["requests"].to_pylist())


def test_each_request_and_version_has_a_row_with_the_times_until_its_answers() -> None:
    times = [(100, 101), (101, 103), (102, 111)]
    older, newer = request_rows(
        *(logged("Produce", *sent_and_answered, version=9) for sent_and_answered in times),
        logged("Produce", 120, 125, version=7),
    )
    assert (older["version"], older["requests"], older["median_ms"]) == (7, 1, 5)
    assert (newer["cell"], newer["request"], newer["version"], newer["requests"]) == ("a", "Produce", 9, 3)
    assert (newer["median_ms"], newer["max_ms"]) == (2, 9)
    assert round(newer["p95_ms"], 6) == 8.3


def test_error_codes_are_counted_where_they_were_read() -> None:
    end, produce = request_rows(
        logged("Produce", 107, 108),
        logged("EndTxn", 100, 101, 51),
        logged("EndTxn", 102, 103, 51),
        logged("EndTxn", 104, 105, 0),
        logged("EndTxn", 106, None),
    )
    assert end["error_codes"] == '{"0": 1, "51": 2}'
    assert (end["requests"], produce["error_codes"]) == (4, None)


def test_requests_of_the_lead_in_are_left_out_with_its_transactions() -> None:
    requests = logged("EndTxn", 120, 129), logged("EndTxn", 220, 221)
    (whole,) = request_rows(*requests, rate=10)
    (timed,) = request_rows(*requests, rate=10, lead_in_seconds=0.1)
    assert (whole["requests"], whole["transactions"]) == (2, 3)
    assert (timed["requests"], timed["transactions"], timed["max_ms"]) == (1, 2, 1)
    # The lead-in is over when the second message is due, at 150 ms; a transaction is still open then.
    (timed,) = request_rows(logged("EndTxn", 160, 161), requests[1], rate=10, lead_in_seconds=0.1)
    assert (timed["requests"], timed["transactions"]) == (1, 2)


def test_the_stretch_of_a_transaction_is_from_its_first_request_to_the_last_answer() -> None:
    (row,) = request_rows(
        logged("AddPartitionsToTxn", 100, 102, 51),
        logged("AddPartitionsToTxn", 121, 123, 0),
        logged("AddPartitionsToTxn", 203, 205, 0),
    )
    assert (row["first_sent_ms"], row["last_answered_ms"]) == (1.5, 14)  # medians of 0 and 3, of 23 and 5


def test_requests_without_answers_have_no_times_and_those_that_were_not_logged_no_rows() -> None:
    times = ("median_ms", "p95_ms", "max_ms", "first_sent_ms", "last_answered_ms")
    for transactions in (TRANSACTIONS, ()):
        (row,) = request_rows(logged("Produce", 101, None), transactions=transactions)
        assert [row[name] for name in times] == [None] * 5
    assert rows_of(raw_cell(SENT))["requests"].num_rows == 0
    assert request_rows() == []


def struck(act: str, again_answered_ms: float | None, released_ms: float | None) -> tuple[Any, ...]:
    """A row of ``strikes.parquet``: a request to end a transaction that was struck at 100 ms."""
    times = [None if moment is None else int(moment * MS) for moment in (again_answered_ms, released_ms)]
    return ("EndTxn", 3, 7, 2, "commit", None, None, 5, 1, act, "drop", "cut", 100 * MS, *times, None, 51)


def test_a_struck_request_has_the_time_for_which_it_was_held_and_that_by_which_it_was_late() -> None:
    cell = raw_cell()
    cell.files[STRIKES_FILE] = table([struck("hold", 120, 150.5), struck("drop", None, None)], STRIKES)
    held, dropped = rows_of(cell)["strikes"].to_pylist()
    assert (held["cell"], held["request"], held["act"], held["error_code"]) == ("a", "EndTxn", "hold", 51)
    assert (held["held_ms"], held["late_ms"]) == (50.5, 30.5)
    assert (dropped["held_ms"], dropped["late_ms"]) == (None, None)
    assert rows_of(raw_cell())["strikes"].num_rows == 0


def test_windows_of_faults_are_in_seconds_from_the_first_message_and_by_the_wall_clock() -> None:
    kill = ("kill-leader", "broker 2", 1100 * MS, 2350 * MS, None, None)
    windows = rows_of(raw_cell(SENT, faults=[kill, ("lose-packets", "producer", 0, None, 12, 3)]))["faults"]
    assert [tuple(row.values()) for row in windows.to_pylist()] == [
        ("a", "kill-leader", "broker 2", 1.0, 2.25, "1970-01-08 00:00:01.100", None, None),
        ("a", "lose-packets", "producer", -0.1, None, "1970-01-08 00:00:00.000", 12, 3),
    ]

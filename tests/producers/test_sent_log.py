from array import array
from pathlib import Path
from time import monotonic_ns

import numpy as np
from confluent_kafka import Message

from include.load.message import header_bytes
from include.producers.sent_log import SentLog
from tests.producers.sent_logs import new_log


def report(sent: int, offset: int = 0) -> Message:
    return Message(value=header_bytes(sent, 1, 0), partition=4, offset=offset)


def log_of_three(log: SentLog | None = None) -> SentLog:
    log = log or new_log(3)
    for message in range(3):
        log.created_ns[message] = 1_000 * message
    log.handed_over(array("q", [0, 1]), 1_500)
    log.handed_over(array("q", [2]), 2_500)
    return log


def test_the_time_of_an_acknowledgement_is_when_the_client_reports_it() -> None:
    log, before = log_of_three(), monotonic_ns()
    log.on_delivery(None, report(1, offset=77))
    row = log.table(np.arange(3)).to_pylist()[1]
    assert before <= row["acked_ns"] <= monotonic_ns()
    assert row == {
        "id": 1, "partition": 4, "offset": 77, "created_ns": 1_000, "acked_ns": row["acked_ns"],
        "outcome": "acked", "transaction": None, "handed_over_ns": 1_500,
    }  # fmt: skip


def test_a_message_that_is_set_aside_counts_as_never_handed_over(tmp_path: Path) -> None:
    log = log_of_three()
    log.on_delivery(None, report(1))
    log.set_aside(np.array([1]), tmp_path / "aborted")
    assert log.reported == 0
    created_ns, handed_over_ns = log.hand_overs(first=0)
    assert (created_ns.tolist(), handed_over_ns.tolist()) == ([0, 2_000], [1_500, 2_500])
    assert log.hand_overs(first=1)[0].tolist() == [2_000]
    assert log.attempted().tolist() == [True, False, True]
    assert not log.acked().any()


def test_the_records_of_a_killed_producer_are_in_its_files(tmp_path: Path) -> None:
    log = log_of_three(SentLog.new(3, tmp_path / "log"))
    log.on_delivery(None, report(0, offset=-1))
    log.on_delivery(None, report(1, offset=77))
    left = SentLog.open(tmp_path / "log")
    assert left.acked().tolist() == [True, True, False]
    assert left.table(np.arange(3)) == log.table(np.arange(3))
    assert left.table(np.arange(3))["offset"].to_pylist() == [None, 77, None]


def test_a_queue_acknowledges_several_messages_at_once() -> None:
    log = log_of_three()
    log.acknowledged(0, 2, 5_000)
    rows = log.table(np.arange(3)).to_pylist()
    assert [(row["outcome"], row["acked_ns"], row["partition"], row["offset"]) for row in rows] == [
        ("acked", 5_000, 0, None),
        ("acked", 5_000, 0, None),
        ("unknown", None, None, None),
    ]


def test_the_first_outcome_of_a_message_remains() -> None:
    log = log_of_three()
    log.acknowledged(1, 2, 5_000)
    log.rejected(0, 1)
    log.acknowledged(0, 3, 9_000)
    outcomes = [(row["outcome"], row["acked_ns"]) for row in log.table(np.arange(3)).to_pylist()]
    assert outcomes == [("failed", None), ("acked", 5_000), ("acked", 9_000)]
    assert log.outcomes() == {"unknown": 0, "acked": 2, "failed": 1}
    assert (log.reported, log.errors["failed"]) == (3, 1)

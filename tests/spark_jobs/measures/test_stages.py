from typing import Any

import pytest

from include.rawlog.schemas import VISIBILITY, VISIBILITY_FILE
from include.spark_jobs.measures.rawcell import Metrics
from include.spark_jobs.measures.stages import measures, stage_times
from tests.rawlog.sealing import Rows, table
from tests.spark_jobs.cells import MS, numbers, raw_cell

SENT = [(0, 0, 0, 10 * MS, 17 * MS, "acked", 5, 12 * MS), (1, 0, 1, 11 * MS, 21 * MS, "acked", 5, 13 * MS)]
RECEIVED = [(0, 0, 0, 60 * MS, 0), (1, 0, 1, 60 * MS, 0)]
TRANSACTIONS = [(5, 9 * MS, 20 * MS, 40 * MS, 2, "committed")]


def measured(
    sent: Rows = SENT, transactions: Rows = TRANSACTIONS, visible: Rows = (), **settings: Any
) -> Metrics:
    """The stages of a cell; ``visible`` are the rows of its observer, if it has one."""
    cell = raw_cell(sent, RECEIVED, transactions, settings={"rate": 1000, **settings})
    if visible:
        cell.files[VISIBILITY_FILE] = table(visible, VISIBILITY)
    return measures(cell)


def test_the_stages_of_a_message_add_up_to_its_latency_in_whatever_order_moments_come() -> None:
    ends = {"hand_over": numbers(3, 2), "acknowledgement": numbers(9, 8)}
    times = stage_times(numbers(1, 2), ends, numbers(11, 9))
    assert {stage: spent.tolist() for stage, spent in times.items()} == {
        "hand_over": [2, 0],
        "acknowledgement": [6, 6],
        "receipt": [2, 1],
    }
    times = stage_times(numbers(0), {"acknowledgement": numbers(9), "commit": numbers(12)}, numbers(7))
    assert [times[stage].tolist() for stage in times] == [[7], [0], [0]]
    ends = {"acknowledgement": numbers(9), "open_transaction": numbers(4), "commit": numbers(12)}
    times = stage_times(numbers(0), ends, numbers(20))
    assert [spent.tolist() for spent in times.values()] == [[9], [0], [3], [8]]


def test_the_moments_come_from_the_raw_log() -> None:
    means = {name: value for name, value in measured().items() if name.endswith("_mean")}
    assert means == {
        "stage_hand_over_mean": 2.0,
        "stage_acknowledgement_mean": 6.5,
        "stage_open_transaction_mean": 1.5,
        "stage_commit_mean": 19.5,
        "stage_receipt_mean": 20.0,
    }
    assert sum(value or 0 for value in means.values()) == 60 - 10.5


AGAIN = (1, 0, 3, 11 * MS, 31 * MS, "acked", None, 29 * MS)


@pytest.mark.parametrize(
    ("others", "transactions"),
    [
        ([(1, 0, 1, 11 * MS, 21 * MS, "acked", 4, 13 * MS)], [(4, 0, 1, 2, 1, "aborted"), *TRANSACTIONS]),
        ([(1, 0, 1, 11 * MS, 21 * MS, "acked", 9, 13 * MS)], TRANSACTIONS),
        ([(1, 0, 1, 11 * MS, 21 * MS, "unknown", 5, 13 * MS)], TRANSACTIONS),
        ([(1, 0, 1, 11 * MS, 21 * MS, "acked", None, 13 * MS), AGAIN], []),
    ],
    ids=["aborted", "in a transaction of which nothing is known", "not acknowledged", "sent again"],
)
def test_what_was_sent_once_and_committed_counts(others: Rows, transactions: Rows) -> None:
    first = (*SENT[0][:6], 5 if transactions else None, SENT[0][7])
    assert measured([first, *others], transactions)["stage_acknowledgement_mean"] == 5.0


def test_stages_leave_out_the_lead_in_need_a_rate_and_may_have_no_commit() -> None:
    assert measured(lead_in_seconds=0.001)["stage_acknowledgement_mean"] == 8.0
    assert measured(rate="unthrottled") == {}
    stages = measured([(*row[:6], None, row[7]) for row in SENT], ())
    assert stages.keys().isdisjoint({"stage_commit_mean", "stage_open_transaction_mean"})
    assert stages["stage_receipt_mean"] == 60 - 19


@pytest.mark.parametrize(
    ("asked", "answered", "visibility"),
    [(47, 49, 48 - 40), (44, 70, 52 - 40), (62, 64, 60 - 40)],
    ids=["before the receipt", "around the receipt", "after the receipt"],
)
def test_an_observer_divides_later_time(asked: int, answered: int, visibility: float) -> None:
    seen = [(5 * MS, 6 * MS, 0, 0), (asked * MS, asked * MS, 0, 0), (answered * MS, answered * MS, 0, 3)]
    metrics = measured(visible=seen)
    assert metrics["stage_visibility_mean"] == visibility
    assert metrics["stage_receipt_mean"] == 20 - visibility
    assert metrics["visibility_resolution"] == answered - asked

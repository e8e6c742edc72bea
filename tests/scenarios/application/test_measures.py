from base64 import b64decode
from datetime import UTC, datetime

import numpy as np
import pyarrow as pa
import pytest

from include.load.message import HEADER, cell_number
from include.rawlog.schemas import AUDIT
from include.scenarios.application.measures import (
    broken_inputs,
    caught_up_after,
    errors_of_counts,
    uncommitted_outputs,
)
from tests.spark_jobs.cells import raw_cell

LOSES = {"scenario": "application", "application": "plain-python", "semantics": "at-least-once", "rate": 10}


def test_the_first_lost_inputs_have_the_id_and_the_time_with_which_they_were_sent() -> None:
    sent = [(id, 0, id, 5_000_000_000 + id, id + 1, "acked", None) for id in range(30)]
    received = [(id, 0, id, 6_000_000_000, 0) for id in range(30) if id % 5 == 0]
    cell = raw_cell(sent, received, audit=[], settings=LOSES)
    rows = broken_inputs(cell)
    assert [row["id"] for row in rows] == [1, 2, 3, 4, 6]
    number = cell_number(cell.manifest.run_id, cell.manifest.cell.id)
    assert HEADER.unpack(b64decode(rows[0]["text"]))[:3] == (1, number, 5_000_000_001)
    began_ns = cell.manifest.clock.began_wall_ns - cell.manifest.clock.began_ns
    sent_at = datetime.fromisoformat(rows[0]["sent"]).replace(tzinfo=UTC).timestamp()
    assert sent_at == pytest.approx((began_ns + 5_000_000_001) / 1e9, abs=0.002)
    assert broken_inputs(raw_cell(sent, received)) == []


KEYS = 2
RIGHT = {0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 5: 3}
"""The count of each message: the even ones have one key, the odd ones the other."""


def errors(outputs: list[tuple[int, int]], messages: int = 6) -> tuple[int, int]:
    ids, counts = np.array(outputs, dtype=np.int64).reshape(-1, 2).T
    return errors_of_counts(ids, counts, np.arange(messages), KEYS)


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        ([*RIGHT.items()], (0, 0)),
        ([*RIGHT.items(), (4, 3), (5, 3)], (0, 0)),  # outputs that are repeated with the same state
        ([(0, 1), (2, 2), (2, 3), (4, 4), (1, 1), (3, 2), (5, 3)], (1, 0)),
        ([(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (5, 2)], (0, 2)),
        ([(0, 1), (2, 4), (4, 3), (1, 1), (3, 2), (5, 3)], (2, 2)),  # state that jumps ahead and falls back
        ([(0, 1), (1, 1), (4, 3), (5, 3)], (0, 0)),  # lost outputs, whose updates were kept
        ([], (0, 0)),
    ],
)
def test_repeated_and_forgotten_updates_are_counted_by_key(
    outputs: list[tuple[int, int]], expected: tuple[int, int]
) -> None:
    assert errors(outputs) == expected


def test_a_message_that_never_reached_the_input_topic_is_not_due() -> None:
    ids, counts = np.array([0, 4]), np.array([1, 2])
    assert errors_of_counts(ids, counts, np.array([0, 1, 3, 4, 5]), KEYS) == (0, 0)


def test_an_output_of_no_known_message_counts_for_nothing() -> None:
    assert errors([(-1, 7), *RIGHT.items()]) == (0, 0)


SECOND = 1_000_000_000


@pytest.mark.parametrize(
    ("latencies", "expected"),
    [
        ([0.1, 0.1, 0.1, 0.2, 0.2, 0.1], 0.0),  # nothing is late: within twice the slowest before
        ([0.1, 0.1, 0.1, 3.0, 2.0, 0.1], 3.5),
        ([0.1, 0.1, 0.1, 3.0, 2.0, 1.5], 4.0),
    ],
)
def test_an_application_has_caught_up_after_its_last_late_output(
    latencies: list[float], expected: float
) -> None:
    created = np.arange(6) * SECOND
    received = created + (np.array(latencies) * SECOND).astype(np.int64)
    assert caught_up_after(created, received, int(2.5 * SECOND)) == pytest.approx(expected)


def test_without_an_output_before_the_fault_nothing_is_late() -> None:
    assert np.isnan(caught_up_after(np.array([0]), np.array([5]), since=1))


def test_outputs_of_transactions_that_were_not_committed_are_counted_and_warm_up_messages_are_not() -> None:
    rows = [(0, True), (1, False), (1, True), (2, False), (-1, False), (-1, True)]
    audit = [
        {"id": id, "partition": 0, "offset": offset, "committed": committed}
        for offset, (id, committed) in enumerate(rows)
    ]
    assert uncommitted_outputs(pa.Table.from_pylist(audit, AUDIT)) == 2

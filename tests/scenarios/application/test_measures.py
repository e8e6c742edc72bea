import numpy as np
import pyarrow as pa
import pytest

from include.rawlog.schemas import AUDIT
from include.scenarios.application.measures import caught_up_after, errors_of_counts, uncommitted_outputs

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

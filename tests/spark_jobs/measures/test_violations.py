import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.measures.deliveries import first_receipts
from include.spark_jobs.measures.violations import duplicated, lost, out_of_order
from tests.spark_jobs.arrays import numbers


def test_a_message_received_three_times_is_two_duplicates() -> None:
    messages = numbers(1, 2, 2, NEVER_SENT, 3, 2, NEVER_SENT)
    known = messages[messages != NEVER_SENT]
    assert duplicated(messages, first_receipts(known)).tolist() == [2, 5]


def test_only_promised_messages_are_lost() -> None:
    promised = np.array([True, True, False, True])
    assert lost(numbers(0, 1, 2, 3), promised, numbers(3, 99)).tolist() == [True, True, False, False]


def test_a_message_that_was_sent_twice_is_lost_once() -> None:
    every = np.ones(3, dtype=np.bool_)
    assert lost(numbers(0, 1, 1), every, numbers(0)).tolist() == [False, True, False]


def test_two_neighbours_that_change_places_are_one_out_of_order() -> None:
    assert out_of_order(numbers(0, 2, 1, 3), numbers(5, 5, 5, 5)).tolist() == [2]


def test_order_counts_within_a_partition_only() -> None:
    assert out_of_order(numbers(2, 0, 3, 1), numbers(1, 0, 1, 0)).size == 0


def test_a_late_message_is_one_out_of_order_however_late() -> None:
    assert out_of_order(numbers(1, 2, 3, 0), numbers(0, 0, 0, 0)).tolist() == [3]


def test_an_early_message_puts_all_others_out_of_order() -> None:
    assert out_of_order(numbers(3, 0, 1, 2), numbers(0, 0, 0, 0)).tolist() == [1, 2, 3]


@given(
    st.integers(1, 200).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.integers(0, n - 1)), st.sets(st.integers(0, n - 1)))
    )
)
def test_removed_and_doubled_rows_are_counted_exactly(case: tuple[int, set[int], set[int]]) -> None:
    sent, removed, doubled = case
    kept = [id for id in range(sent) if id not in removed]
    received = numbers(*(id for id in kept for _ in range(1 + (id in doubled))))
    first = first_receipts(received)
    missing = lost(numbers(*range(sent)), np.ones(sent, dtype=np.bool_), received)
    assert np.flatnonzero(missing).tolist() == sorted(removed)
    assert received[duplicated(received, first)].tolist() == sorted(doubled - removed)
    assert np.count_nonzero(first) == len(kept)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=200), st.data())
def test_swapped_neighbours_are_counted_exactly(partitions: list[int], data: st.DataObject) -> None:
    rows = np.argsort(partitions, kind="stable")
    of = np.array(partitions)[rows]
    pairs = [i for i in range(0, rows.size - 1, 2) if of[i] == of[i + 1]]
    swapped = data.draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    for first in swapped:
        rows[[first, first + 1]] = rows[[first + 1, first]]
    assert out_of_order(rows, of).size == len(swapped)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 2)), max_size=60))
def test_out_of_order_agrees_with_a_plain_loop(deliveries: list[tuple[int, int]]) -> None:
    latest: dict[int, int] = {}
    late = []
    for place, (message, partition) in enumerate(deliveries):
        late += [place] if message < latest.get(partition, -1) else []
        latest[partition] = max(message, latest.get(partition, -1))
    messages, partitions = (
        (numbers(*column) for column in zip(*deliveries, strict=True)) if deliveries else ((numbers(),) * 2)
    )
    assert sorted(out_of_order(messages, partitions).tolist()) == late

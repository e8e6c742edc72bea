import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs import measure

MS = 1_000_000


def numbers(*values: int) -> measure.Numbers:
    return np.array(values, dtype=np.int64)


def test_the_mean_is_in_milliseconds() -> None:
    assert measure.latency_mean(numbers(1 * MS, 2 * MS, 6 * MS)) == 3.0


def test_percentiles_interpolate_between_order_statistics() -> None:
    found = measure.latency_percentiles(numbers(50 * MS, 10 * MS, 20 * MS, 40 * MS, 30 * MS))
    expected = {"p50": 30.0, "p90": 46.0, "p95": 48.0, "p99": 49.6, "p999": 49.96, "max": 50.0}
    assert found == pytest.approx(expected)


def test_nothing_has_no_latency() -> None:
    nothing = measure.span(numbers(), numbers(), 0, 1024)
    assert {name for name, value in nothing.items() if not math.isnan(value)} == {"negative_latencies"}


def test_negative_latencies_are_counted_and_kept() -> None:
    latencies = numbers(-2 * MS, 0, 5 * MS)
    assert measure.negative_latencies(latencies) == 1
    assert measure.latency_mean(latencies) == 1.0


def test_two_mebibytes_in_half_a_second_are_four_a_second() -> None:
    assert measure.throughput(messages=2048, message_bytes=1024, seconds=0.5) == 4.0
    assert measure.rate(messages=2048, seconds=0.5) == 4096.0


def test_no_time_has_no_rate() -> None:
    assert math.isnan(measure.rate(messages=1, seconds=0.0))


def test_total_time_begins_with_the_first_message_of_the_cell() -> None:
    span = measure.span(numbers(5 * MS), numbers(9 * MS), first_created=1 * MS, message_bytes=1)
    assert span["total_time"] == 0.008
    assert span["latency_max"] == 4.0


def test_a_message_received_three_times_is_two_duplicates() -> None:
    messages = numbers(1, 2, 2, NEVER_SENT, 3, 2, NEVER_SENT)
    known = messages[messages != NEVER_SENT]
    assert measure.duplicated(messages, measure.first_receipts(known)).tolist() == [2, 5]


def test_only_promised_messages_are_lost() -> None:
    promised = np.array([True, True, False, True])
    assert measure.lost(numbers(0, 1, 2, 3), promised, numbers(3, 99)).tolist() == [True, True, False, False]


def test_a_message_that_was_sent_twice_is_lost_once() -> None:
    every = np.ones(3, dtype=np.bool_)
    assert measure.lost(numbers(0, 1, 1), every, numbers(0)).tolist() == [False, True, False]


def test_two_neighbours_that_change_places_are_one_out_of_order() -> None:
    assert measure.out_of_order(numbers(0, 2, 1, 3), numbers(5, 5, 5, 5)).tolist() == [2]


def test_order_counts_within_a_partition_only() -> None:
    assert measure.out_of_order(numbers(2, 0, 3, 1), numbers(1, 0, 1, 0)).size == 0


def test_a_late_message_is_one_out_of_order_however_late() -> None:
    assert measure.out_of_order(numbers(1, 2, 3, 0), numbers(0, 0, 0, 0)).tolist() == [3]


def test_an_early_message_puts_all_others_out_of_order() -> None:
    assert measure.out_of_order(numbers(3, 0, 1, 2), numbers(0, 0, 0, 0)).tolist() == [1, 2, 3]


def test_the_first_delivery_of_each_message_is_found() -> None:
    assert measure.first_receipts(np.array([4, 1, 4, 0, 1])).tolist() == [True, True, False, True, False]


def test_deliveries_find_their_message_when_ids_count_from_zero() -> None:
    assert measure.messages_of(numbers(2, 0, 7, -1), numbers(0, 1, 2)).tolist() == [2, 0, -1, -1]


def test_deliveries_find_their_message_under_any_ids() -> None:
    sent = numbers(40, -3, 40, 2**62)
    assert measure.messages_of(numbers(2**62, 40, -3, 41), sent).tolist() == [3, 0, 1, -1]


def test_deliveries_of_a_cell_that_sent_nothing_have_no_message() -> None:
    assert measure.messages_of(numbers(0, 5), numbers()).tolist() == [-1, -1]


def test_a_single_consumers_rows_keep_their_order_whatever_their_times() -> None:
    order = measure.order_of_receipt(numbers(30, 10, 20), numbers(0, 0, 0))
    assert numbers(30, 10, 20)[order].tolist() == [30, 10, 20]


def test_rows_of_several_consumers_are_merged_by_time() -> None:
    order = measure.order_of_receipt(numbers(10, 30, 20, 15, 40), numbers(0, 0, 0, 1, 1))
    assert numbers(0, 1, 2, 3, 4)[order].tolist() == [0, 3, 1, 2, 4]


def test_transactions_give_medians() -> None:
    assert measure.median_time(numbers(0, 10 * MS), numbers(4 * MS, 20 * MS)) == 7.0
    assert measure.median_messages(numbers(1, 2, 9)) == 2.0
    assert math.isnan(measure.median_time(numbers(), numbers()))


@given(
    st.integers(1, 200).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.integers(0, n - 1)), st.sets(st.integers(0, n - 1)))
    )
)
def test_removed_and_doubled_rows_are_counted_exactly(case: tuple[int, set[int], set[int]]) -> None:
    sent, removed, doubled = case
    kept = [id for id in range(sent) if id not in removed]
    received = numbers(*(id for id in kept for _ in range(1 + (id in doubled))))
    first = measure.first_receipts(received)
    lost = measure.lost(numbers(*range(sent)), np.ones(sent, dtype=np.bool_), received)
    assert np.flatnonzero(lost).tolist() == sorted(removed)
    assert received[measure.duplicated(received, first)].tolist() == sorted(doubled - removed)
    assert np.count_nonzero(first) == len(kept)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=200), st.data())
def test_swapped_neighbours_are_counted_exactly(partitions: list[int], data: st.DataObject) -> None:
    rows = np.argsort(partitions, kind="stable")
    of = np.array(partitions)[rows]
    pairs = [i for i in range(0, rows.size - 1, 2) if of[i] == of[i + 1]]
    swapped = data.draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    for first in swapped:
        rows[[first, first + 1]] = rows[[first + 1, first]]
    assert measure.out_of_order(rows, of).size == len(swapped)


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
    assert sorted(measure.out_of_order(messages, partitions).tolist()) == late


@given(st.lists(st.integers(-5, 40), max_size=60), st.lists(st.integers(0, 40), max_size=60, unique=True))
def test_messages_of_agrees_with_a_plain_search(received: list[int], sent: list[int]) -> None:
    expected = [sent.index(id) if id in sent else NEVER_SENT for id in received]
    assert measure.messages_of(numbers(*received), numbers(*sent)).tolist() == expected


def test_a_rate_by_itself_is_from_the_first_event_to_the_last() -> None:
    assert measure.rate_between(np.array([5_000_000_000, 3_000_000_000, 4_000_000_000])) == 1.0
    assert np.isnan(measure.rate_between(np.array([3_000_000_000])))

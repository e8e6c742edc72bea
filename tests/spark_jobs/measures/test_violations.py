import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.measures.deliveries import first_receipts
from include.spark_jobs.measures.violations import duplicated, lost, out_of_order
from tests.spark_jobs.arrays import numbers


def test_deliveries_after_the_first_are_duplicates_and_only_promised_messages_are_lost_once() -> None:
    messages = numbers(1, 2, 2, NEVER_SENT, 3, 2, NEVER_SENT)
    known = messages[messages != NEVER_SENT]
    assert duplicated(messages, first_receipts(known)).tolist() == [2, 5]
    promised = np.array([True, True, False, True])
    assert lost(numbers(0, 1, 2, 3), promised, numbers(3, 99)).tolist() == [True, True, False, False]
    every = np.ones(3, dtype=np.bool_)
    assert lost(numbers(0, 1, 1), every, numbers(0)).tolist() == [False, True, False]


def test_messages_after_a_later_one_of_their_partition_are_out_of_order() -> None:
    assert out_of_order(numbers(0, 2, 1, 3), numbers(5, 5, 5, 5)).tolist() == [2]
    assert out_of_order(numbers(2, 0, 3, 1), numbers(1, 0, 1, 0)).size == 0
    assert out_of_order(numbers(1, 2, 3, 0), numbers(0, 0, 0, 0)).tolist() == [3]
    assert out_of_order(numbers(3, 0, 1, 2), numbers(0, 0, 0, 0)).tolist() == [1, 2, 3]


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

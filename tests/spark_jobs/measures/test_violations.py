import pytest

from include.spark_jobs.measures.violations import measures, out_of_order
from tests.spark_jobs.cells import numbers, raw_cell


def test_messages_after_a_later_one_of_their_partition_are_out_of_order() -> None:
    assert out_of_order(numbers(0, 2, 1, 3), numbers(5, 5, 5, 5)).tolist() == [2]
    assert out_of_order(numbers(0, 5, 1, 5), numbers(1, 0, 1, 0)).size == 0
    assert out_of_order(numbers(1, 2, 3, 0), numbers(0, 0, 0, 0)).tolist() == [3]
    assert out_of_order(numbers(3, 0, 1, 2), numbers(0, 0, 0, 0)).tolist() == [1, 2, 3]


@pytest.mark.parametrize(("producers", "late"), [(1, 2), (2, 0)])
def test_the_order_of_messages_is_judged_for_each_producer_and_partition(producers: int, late: int) -> None:
    sent = [(id, 0, id, id, id + 1, "acked", None) for id in range(5)]
    received = [(id, 0, id, 10 + place, 0) for place, id in enumerate((1, 0, 3, 2, 4))]
    assert measures(raw_cell(sent, received, settings={"producers": producers}))["out_of_order"] == late
    elsewhere = [(2, 1, 0, 10, 0), (0, 0, 0, 11, 0)]
    assert measures(raw_cell(sent, elsewhere, settings={"producers": producers}))["out_of_order"] == 0


def test_nothing_is_torn_without_transactions() -> None:
    cell = raw_cell([(0, 0, 0, 1, 2, "acked", None)], audit=[(0, 0, 0, True)])
    assert (measures(cell)["torn"], measures(cell)["hanging"]) == (None, 0)

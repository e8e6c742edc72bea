from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from include.verdicts.scenarios.group_rebalance import follows_range_rule, published_ranges, ranges

partitions, consumers = st.integers(1, 60), st.integers(1, 12)


def test_the_first_consumers_own_the_rest_and_the_order_of_members_matters() -> None:
    owned = {
        (9, 3): [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
        (9, 4): [[0, 1, 2], [3, 4], [5, 6], [7, 8]],
        (9, 2): [[0, 1, 2, 3, 4], [5, 6, 7, 8]],
        (3, 4): [[0], [1], [2], []],
    }
    assert {numbers: [list(part) for part in ranges(*numbers)] for numbers in owned} == owned
    assert follows_range_rule([frozenset({0, 1}), frozenset({2})], 3)
    assert not follows_range_rule([frozenset({2}), frozenset({0, 1})], 3)
    assert not follows_range_rule([frozenset({0, 2}), frozenset({1})], 3)


@given(partitions, consumers)
def test_each_partition_is_owned_once_and_nobody_owns_two_more(partitions: int, consumers: int) -> None:
    assert list(chain.from_iterable(ranges(partitions, consumers))) == list(range(partitions))
    sizes = [len(partition_range) for partition_range in ranges(partitions, consumers)]
    assert len(sizes) == consumers
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) - min(sizes) <= 1
    assert (published_ranges(partitions, consumers) is None) == (partitions % consumers > 0)


@given(st.integers(1, 10), consumers)
def test_where_it_divides_evenly_it_is_the_published_formula(each: int, consumers: int) -> None:
    assert published_ranges(each * consumers, consumers) == ranges(each * consumers, consumers)

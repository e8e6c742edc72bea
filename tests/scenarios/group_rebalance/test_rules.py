from itertools import chain
from math import inf, isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.scenarios.group_rebalance.rules import (
    OwnershipGap,
    OwnershipPeriod,
    fairness,
    follows_range_rule,
    group_states,
    members_at,
    moved,
    moved_needlessly,
    owners,
    ownership_gaps,
    ownership_spread,
    published_ranges,
    ranges,
)

A, B, C = (0, 1), (1, 1), (2, 1)

B_LEAVES = [
    OwnershipPeriod(A, 0, 1.0),
    OwnershipPeriod(B, 1, 1.0, 5.0),
    OwnershipPeriod(C, None, 1.0, 7.0),
    OwnershipPeriod(C, 1, 7.0),
]
"""Two partitions; C was idle until it was given what B had."""


def owned(*partitions: int) -> frozenset[int]:
    return frozenset(partitions)


def test_a_group_is_seen_in_each_state_in_which_it_owns_everything_and_idle_members_belong_to_it() -> None:
    first, second = group_states(B_LEAVES, 2, since=2.0)
    assert (first.since, first.assignment) == (2.0, {A: owned(0), B: owned(1)})
    assert (second.since, second.assignment) == (7.0, {A: owned(0), C: owned(1)})
    again = [OwnershipPeriod(A, 0, 1.0, 3.0), OwnershipPeriod(A, 0, 4.0)]
    assert [state.since for state in group_states(again, 1, since=2.0)] == [2.0]
    taken = [OwnershipPeriod(A, 0, 1.0), OwnershipPeriod(B, 0, 3.0, 5.0)]
    states = [(state.since, [*state.assignment]) for state in group_states(taken, 1, since=2.0)]
    assert states == [(2.0, [A]), (3.0, [B]), (5.0, [A])]
    assert owners([OwnershipPeriod(B, 0, 5.0), OwnershipPeriod(A, 0, 1.0)], 6.0) == {0: B}
    assert members_at(B_LEAVES, 2.0) == [A, B, C]
    assert members_at(B_LEAVES, 6.0) == [A, C]
    assert OwnershipPeriod(A, 0, 1.0).ended == inf
    assert OwnershipPeriod(A, 0, 1.0).covers(1e9)


def test_a_partition_has_a_gap_between_owners_and_to_the_end_without_a_next_one() -> None:
    assert ownership_gaps(B_LEAVES, 1, since=2.0, until=9.0) == [OwnershipGap(5.0, 7.0)]
    assert ownership_gaps(B_LEAVES, 1, since=2.0, until=7.0) == [OwnershipGap(5.0, 7.0)]
    assert ownership_gaps(B_LEAVES, 0, since=2.0, until=9.0) == []
    assert ownership_gaps(B_LEAVES[:2], 1, since=2.0, until=9.0) == [OwnershipGap(5.0, 9.0)]
    assert ownership_gaps([], 1, since=2.0, until=9.0) == [OwnershipGap(2.0, 9.0)]
    assert ownership_gaps([OwnershipPeriod(A, 0, 1.0, 9.0)], 0, since=2.0, until=9.0) == []
    periods = [OwnershipPeriod(*of) for of in ((A, 0, 1.0, 3.0), (B, 0, 4.0, 5.0), (C, 0, 5.0, 6.0))]
    gaps = ownership_gaps(periods, 0, since=2.0, until=9.0)
    assert gaps == [OwnershipGap(3.0, 4.0), OwnershipGap(6.0, 9.0)]


def test_only_partitions_of_a_member_that_left_and_for_a_new_one_must_move() -> None:
    before = {A: owned(0, 1, 2), B: owned(3, 4, 5), C: owned(6, 7, 8)}
    sticky = {B: owned(3, 4, 5, 0, 1), C: owned(6, 7, 8, 2)}
    by_range = {B: owned(0, 1, 2, 3, 4), C: owned(5, 6, 7, 8)}
    assert (moved(before, sticky), moved_needlessly(before, sticky)) == (3, 0)
    assert (moved(before, by_range), moved_needlessly(before, by_range)) == (4, 1)
    assert moved_needlessly({A: owned(0), B: owned(1)}, {A: owned(1), B: owned(0)}) == 2
    before, after = {A: owned(0, 1), B: owned(2, 3)}, {A: owned(0), B: owned(2, 3), C: owned(1)}
    assert (moved(before, after), moved_needlessly(before, after)) == (1, 0)


@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=12), st.lists(st.integers(0, 2), min_size=1, max_size=12)
)
def test_no_more_moves_needlessly_than_moves(before: list[int], after: list[int]) -> None:
    size = min(len(before), len(after))
    first, second = (
        {
            (member, 1): frozenset(place for place in range(size) if members[place] == member)
            for member in set(members[:size])
        }
        for members in (before, after)
    )
    assert 0 <= moved_needlessly(first, second) <= moved(first, second)
    assert moved(first, first) == 0


def test_fairness_is_one_where_all_have_the_same_and_an_idle_member_is_as_unfair_as_one_partition() -> None:
    assert [fairness(shares) for shares in ([5, 5, 5], [9, 0, 0], [2, 1])] == pytest.approx([1, 1 / 3, 0.9])
    assert isnan(fairness([0, 0]))
    assert ownership_spread([3, 3, 3]) == 0
    assert ownership_spread([1, 1, 1, 0]) == 1


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

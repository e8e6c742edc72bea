"""The rates that a search of the capacity tries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.producers.capacity_search import TOLERANCE, CapacitySearch


def searched(first_rate: float, capacity: float) -> tuple[CapacitySearch, int]:
    """A complete search on a system with this capacity, and the number of rates that it tried."""
    search, tried = CapacitySearch(first_rate), 0
    while not search.is_complete:
        search.record(min(search.next_rate, capacity), search.next_rate <= capacity)
        tried += 1
    return search, tried


@given(st.floats(10, 1e6), st.floats(10, 1e6))
def test_the_capacity_is_found_to_the_tolerance_from_any_first_rate(first: float, capacity: float) -> None:
    search, _ = searched(first, capacity)
    assert search.sustained <= capacity <= search.not_sustained
    assert search.not_sustained <= search.sustained * (1 + TOLERANCE)


@pytest.mark.parametrize("share", [0.85, 0.95, 1.0, 1.05, 1.3])
def test_from_the_capacity_of_the_block_before_few_rates_are_tried(share: float) -> None:
    assert searched(first_rate=20_000 * share, capacity=20_000)[1] <= 6


def test_a_rate_that_was_not_sustained_is_followed_by_what_was_achieved() -> None:
    search = CapacitySearch(100_000)
    search.record(achieved=20_000, is_sustained=False)
    assert search.next_rate == 20_000


@pytest.mark.parametrize("missed", [0, 1, 2, 3])
def test_a_rate_that_is_missed_once_by_chance_does_not_limit_the_capacity(missed: int) -> None:
    search, tried = CapacitySearch(19_000), 0
    while not search.is_complete:
        search.record(search.next_rate, search.next_rate <= 20_000 and tried != missed)
        tried += 1
    assert search.sustained <= 20_000 <= search.sustained * (1 + TOLERANCE)
    assert tried <= 9

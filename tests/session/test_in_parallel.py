"""Groups of tests that run in parallel."""

import sys
from itertools import chain, combinations

import pytest

from tests.session.in_parallel import GROUPS, run

MARKERS = ("airflow", "brokers", "containers", "fast", "needs", "releases", "slow", "spark", "storage")


def _groups_with(markers: tuple[str, ...]) -> int:
    """How many groups of ``make test`` select a test with these markers."""
    names = {name: name in markers for name in MARKERS}
    selections = [command[2] for command in GROUPS["test"] if command[0] == "pytest"]
    return sum(eval(selection, {}, names) for selection in selections)  # noqa: S307


def test_a_test_is_in_one_group_whichever_markers_it_has() -> None:
    every = chain.from_iterable(combinations(MARKERS, number) for number in range(len(MARKERS) + 1))
    assert {_groups_with(markers) for markers in every} == {1}


def test_the_first_output_comes_first_and_that_of_a_failure_last(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert run([("timeit", "-n1", "-r1", "print(1)"), ("this_does_not_exist",), ("platform",)]) == 1
    output = capfd.readouterr().out
    assert output.index("1 loop") < output.index(sys.platform.capitalize()) < output.index("No module named")


def test_commands_of_which_none_fails_succeed() -> None:
    assert run([("platform",), ("platform",)]) == 0

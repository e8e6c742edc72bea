import re

import pytest

from include.clusters.topic_names import WARM_UP, further_topic, is_of, name_of

CELLS = ["at-least-once.r01", "exactly-once.r01"]


def test_the_name_of_a_topic_has_run_cell_and_attempt_is_unique_and_may_be_truncated() -> None:
    name = name_of("quick-1", "at-least-once.r01", 2)
    assert re.fullmatch(r"kerran\.quick-1\.at-least-once\.r01\.2-[0-9a-f]{8}", name)
    assert name_of("run", "cell", 1) != name_of("run", "cell", 1)
    name = name_of("r" * 100, "c" * 200, 1)
    assert len(name) == 249
    assert ".1-" in name
    assert is_of(name, "r" * 100, ["c" * 200])


def test_a_run_recognises_its_topics_also_with_truncated_names() -> None:
    for what in (*CELLS, WARM_UP, further_topic(CELLS[0], "copied")):
        assert is_of(name_of("quick", what, 12), "quick", CELLS)
    for length in (130, 132, 136, 140, 200):
        run, cell = "r" * 100, "c" * length
        assert is_of(name_of(run, further_topic(cell, "replies")), run, [cell])


@pytest.mark.parametrize(
    "name",
    [
        name_of("quick.2", "at-least-once.r01"),
        name_of("quick", "at-least-once.r02"),
        name_of("quicker", "at-least-once.r01"),
        "kerran.quick.at-least-once.r01",
        "kerran.quick.at-least-once.r01.1-0123abcd.backup",
        "quick.at-least-once.r01.1-0123abcd",
        "kerran.quick.",
        name_of("quick", "at-least-once.r01.r02"),
        name_of("quick", "at-least-once.r01copied"),
        "orders",
    ],
)
def test_a_run_does_not_take_other_topics_for_its_own(name: str) -> None:
    assert not is_of(name, "quick", CELLS)

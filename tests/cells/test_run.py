import re

from include.cells.run import topic_name


def test_a_topic_is_named_for_run_cell_and_attempt() -> None:
    name = topic_name("quick-1", "at-least-once.r01", 2)
    assert re.fullmatch(r"kerran\.quick-1\.at-least-once\.r01\.2-[0-9a-f]{8}", name)


def test_the_same_attempt_never_meets_an_earlier_ones_group() -> None:
    assert topic_name("run", "cell", 1) != topic_name("run", "cell", 1)


def test_a_long_name_stays_within_what_kafka_allows() -> None:
    name = topic_name("r" * 100, "c" * 200, 1)
    assert len(name) == 249
    assert ".1-" in name

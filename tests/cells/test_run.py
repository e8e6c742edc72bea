from include.cells.run import topic_name


def test_a_topic_is_named_for_run_cell_and_attempt() -> None:
    assert topic_name("quick-1", "at-least-once.r01", 2) == "kerran.quick-1.at-least-once.r01.2"


def test_two_long_names_stay_different_within_what_kafka_allows() -> None:
    long, other = topic_name("r" * 100, "c" * 200, 1), topic_name("r" * 100, "c" * 200, 2)
    assert len(long) == len(other) == 249
    assert long != other

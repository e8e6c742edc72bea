from include.producers.pace import due_ns


def test_at_1000_messages_per_second_one_is_due_every_millisecond() -> None:
    assert [due_ns(5_000, message, 1000.0) for message in range(3)] == [5_000, 1_005_000, 2_005_000]


def test_late_messages_do_not_shift_those_behind_them() -> None:
    assert due_ns(0, 1_000_000, 3.0) == 333_333_333_333_333

from time import monotonic_ns

from include.producers.rate_limiter import Pace


def test_at_1000_messages_per_second_one_is_created_every_millisecond() -> None:
    pace = Pace(1000.0)
    created = [pace.creation(message) for message in range(3)]
    assert [one - created[0] for one in created] == [0, 1_000_000, 2_000_000]


def test_a_late_message_is_created_when_it_was_due() -> None:
    pace = Pace(1e9)
    while pace.creation(1) >= monotonic_ns():
        continue
    assert pace.creation(1) < monotonic_ns()
    assert not pace.is_early(pace.creation(1))


def test_a_message_that_is_not_due_is_early() -> None:
    assert Pace(0.001).is_early(Pace(0.001).creation(1))


def test_unthrottled_messages_are_created_now_and_never_early() -> None:
    pace, before = Pace(None), monotonic_ns()
    created = pace.creation(1_000_000)
    assert before <= created <= monotonic_ns()
    assert not pace.is_early(created)

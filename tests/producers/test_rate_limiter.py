from time import monotonic_ns

from include.producers.rate_limiter import RateLimiter


def test_at_1000_messages_per_second_one_is_created_every_millisecond() -> None:
    limiter = RateLimiter(1000.0)
    created = [limiter.creation_ns(message) for message in range(3)]
    assert [one - created[0] for one in created] == [0, 1_000_000, 2_000_000]


def test_a_late_message_is_created_when_it_was_due() -> None:
    limiter = RateLimiter(1e9, began_ns=monotonic_ns() - 5_000)
    assert not limiter.is_early(1)
    assert limiter.creation_ns(1) < monotonic_ns()


def test_a_message_that_is_not_due_is_early() -> None:
    assert RateLimiter(0.001).is_early(1)


def test_a_schedule_goes_on_from_when_it_began() -> None:
    assert RateLimiter(1000.0, began_ns=7).creation_ns(3) == 3_000_007


def test_a_producer_sleeps_until_a_message_is_due_and_no_longer_than_it_must() -> None:
    limiter = RateLimiter(100.0)
    limiter.sleep_until_due(2)
    woken = monotonic_ns()
    limiter.sleep_until_due(1)
    assert limiter.creation_ns(2) <= woken
    assert monotonic_ns() < limiter.creation_ns(2) + 5_000_000_000


def test_unthrottled_messages_are_created_now_and_never_early() -> None:
    limiter, before = RateLimiter(None), monotonic_ns()
    created = limiter.creation_ns(1_000_000)
    assert before <= created <= monotonic_ns()
    assert not limiter.is_early(1_000_000)

from time import monotonic_ns

from include.producers.rate_limiter import RateLimiter


def test_at_1000_messages_per_second_one_is_created_every_millisecond() -> None:
    limiter = RateLimiter(1000.0)
    created = [limiter.creation_ns(message) for message in range(3)]
    assert [one - created[0] for one in created] == [0, 1_000_000, 2_000_000]


def test_a_late_message_is_created_when_it_was_due() -> None:
    limiter = RateLimiter(1e9)
    while limiter.creation_ns(1) >= monotonic_ns():
        continue
    assert limiter.creation_ns(1) < monotonic_ns()
    assert not limiter.is_early(limiter.creation_ns(1))


def test_a_message_that_is_not_due_is_early() -> None:
    assert RateLimiter(0.001).is_early(RateLimiter(0.001).creation_ns(1))


def test_unthrottled_messages_are_created_now_and_never_early() -> None:
    limiter, before = RateLimiter(None), monotonic_ns()
    created = limiter.creation_ns(1_000_000)
    assert before <= created <= monotonic_ns()
    assert not limiter.is_early(created)

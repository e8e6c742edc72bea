from time import monotonic_ns

from include.producers.rate_limiter import AT_ONCE, RateLimiter, sleep_until


def test_at_1000_messages_per_second_one_is_due_every_millisecond() -> None:
    limiter = RateLimiter(1000.0)
    due = [limiter.due_ns(message) for message in range(3)]
    assert [one - due[0] for one in due] == [0, 1_000_000, 2_000_000]


def test_a_schedule_begins_now_unless_it_goes_on() -> None:
    before = monotonic_ns()
    assert before <= RateLimiter(1000.0).due_ns(0) <= monotonic_ns()
    assert RateLimiter(1000.0, began_ns=7).due_ns(3) == 3_000_007


def test_unthrottled_messages_are_due_at_once() -> None:
    assert RateLimiter(None).due_ns(1_000_000) == AT_ONCE


def test_a_sleep_ends_when_the_time_has_come_and_at_once_if_it_has_passed() -> None:
    due = monotonic_ns() + 20_000_000
    sleep_until(due)
    woken = monotonic_ns()
    sleep_until(due)
    assert due <= woken
    assert monotonic_ns() < woken + 5_000_000_000

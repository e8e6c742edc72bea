from time import monotonic_ns

from include.producers.rate_limiter import AT_ONCE, RateLimiter, sleep_until


def test_at_a_rate_messages_are_due_one_after_another_from_now_or_an_earlier_beginning() -> None:
    limiter = RateLimiter(1000.0)
    due = [limiter.due_ns(message) for message in range(3)]
    assert [due_ns - due[0] for due_ns in due] == [0, 1_000_000, 2_000_000]
    before = monotonic_ns()
    assert before <= RateLimiter(1000.0).due_ns(0) <= monotonic_ns()
    assert RateLimiter(1000.0, began_ns=7).due_ns(3) == 3_000_007
    assert RateLimiter(None).due_ns(1_000_000) == AT_ONCE


def test_a_sleep_ends_when_the_time_has_come_and_at_once_if_it_has_passed() -> None:
    due = monotonic_ns() + 20_000_000
    sleep_until(due)
    woken = monotonic_ns()
    sleep_until(due)
    assert due <= woken
    assert monotonic_ns() < woken + 5_000_000_000

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Event, current_thread
from time import monotonic_ns, sleep
from typing import Any
from unittest.mock import Mock

import pytest

from include.producers.event_polling import ClientEvents, ThreadedEvents


class FakeClient(SimpleQueue[Callable[[], None]]):
    """Calls back, from ``poll``, for each event that was put into it."""

    def poll(self, timeout: float) -> None:
        with suppress(Empty):
            self.get(timeout > 0, timeout)()


def fake_client() -> Any:
    return FakeClient()


def test_events_are_taken_when_the_program_asks_or_by_a_thread_when_they_come() -> None:
    client, taken = fake_client(), Event()
    events = ClientEvents(client)
    events.start()
    client.put(taken.set)
    assert not taken.is_set()
    events.take()
    assert taken.is_set()
    taken.clear()
    threaded = ThreadedEvents(client)
    threaded.start()
    client.put(taken.set)
    assert taken.wait(10)
    threaded.stop()


def test_a_thread_that_was_stopped_takes_no_more_events() -> None:
    client, threads = fake_client(), []
    events = ThreadedEvents(client)
    events.start()
    events.stop()
    client.put(lambda: threads.append(current_thread()))
    assert threads == []
    events.wait(1)
    assert threads == [current_thread()]


def test_an_error_of_a_callback_is_raised_where_the_program_takes_events() -> None:
    client = fake_client()
    events = ThreadedEvents(client)
    events.start()
    client.put(Mock(side_effect=ValueError("the client gave up")))
    with pytest.raises(ValueError, match="the client gave up"):
        while True:
            events.wait(0.05)
    events.stop()


def test_the_longest_time_without_a_poll_is_recorded_and_a_poll_that_waits_is_none() -> None:
    events = ClientEvents(fake_client())
    sleep(0.05)
    events.start()
    events.take()
    assert events.longest_gap_ns < 50_000_000
    before = monotonic_ns()
    sleep(0.01)
    events.take()
    assert 10_000_000 <= events.longest_gap_ns <= monotonic_ns() - before + 50_000_000
    events = ClientEvents(fake_client())
    events.start()
    events.wait(0.3)
    assert events.longest_gap_ns < 250_000_000

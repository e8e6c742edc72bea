from array import array
from time import monotonic_ns, sleep

import pytest

from include.producers.event_polling import ClientEvents, ThreadedEvents
from include.producers.generator_record import GeneratorRecord
from include.producers.sent_log import SentLog
from tests.load.fakes import fake_producer
from tests.producers.sent_logs import new_log

MS = 1_000_000


def log_of(*hand_overs: tuple[int, int]) -> SentLog:
    """Messages that were due and handed over at these times, in ms from now."""
    log, now = new_log(len(hand_overs)), monotonic_ns()
    for message, (due, handed_over) in enumerate(hand_overs):
        log.created_ns[message] = now + due * MS
        log.handed_over(array("q", [message]), now + handed_over * MS)
    return log


def recorded(
    *hand_overs: tuple[int, int], untimed_messages: int = 0, is_released: bool = False, percentile: int = 99
) -> float:
    """The lateness in ms of a producer with these hand-overs, which was perhaps held up until now."""
    record = GeneratorRecord(ClientEvents(fake_producer()), untimed_messages, is_paced=True)
    record.look(untimed_messages)
    log = log_of(*hand_overs)
    if is_released:
        record.release()
    record.end()
    return record.counts(log)[f"lateness_p{percentile}_ns"] / MS


def test_lateness_is_the_time_to_the_hand_over_without_the_lead_in_and_what_held_the_producer_up() -> None:
    assert recorded((0, 1), (10, 11), (20, 41)) == pytest.approx(20.6)
    assert recorded((0, 1), (10, 11), (20, 41), percentile=50) == pytest.approx(1)
    assert recorded((0, 99), (10, 99), (20, 21), untimed_messages=2) == pytest.approx(1)
    assert recorded((-500, 50)) == pytest.approx(550)
    assert recorded((-500, 50), is_released=True) < 51


def test_neither_messages_nor_time_of_the_lead_in_count() -> None:
    record = GeneratorRecord(ClientEvents(fake_producer()), untimed_messages=2, is_paced=True)
    record.look(1)
    record.end()
    assert record.counts(new_log(3)) == {}
    events = ClientEvents(fake_producer())
    record = GeneratorRecord(events, untimed_messages=0, is_paced=False, untimed_seconds=0.02)
    record.look(0)
    work()
    sleep(0.02)
    record.look(1)
    record.end()
    assert record.counts(new_log(3))["sending_ns"] < 10 * MS


def test_gaps_of_the_lead_in_do_not_count() -> None:
    events = ClientEvents(fake_producer())
    record = GeneratorRecord(events, untimed_messages=0, is_paced=False)
    events.start()
    sleep(0.05)
    record.look(0)
    events.take()
    record.look(1)
    events.take()
    record.end()
    assert record.counts(new_log(3))["longest_poll_gap_ns"] < 50 * MS


def work() -> None:
    sum(number * number for number in range(1_000_000))


def test_the_cpu_time_of_the_thread_that_takes_events_is_pythons() -> None:
    client = fake_producer()
    events = ThreadedEvents(client)
    record = GeneratorRecord(events, untimed_messages=0, is_paced=False)
    client.poll = lambda timeout: work()
    record.look(0)
    events.start()
    events.wait(10)
    events.stop()
    record.end()
    counts = record.counts(new_log(3))
    assert 10 * MS < counts["sending_python_cpu_ns"] <= counts["sending_cpu_ns"]

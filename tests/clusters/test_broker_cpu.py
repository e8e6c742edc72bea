"""Without a Java process: threads that have a compiler's name, and work."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from include.clusters.broker_cpu import BrokerSample, compiler_times, cpu_samples, used_between
from include.machine.processes.identity import ProcessIdentity

THIS = ProcessIdentity.of(os.getpid())
OTHER = ProcessIdentity(2**22, 0.0)


@contextmanager
def working_thread(name: str) -> Iterator[None]:
    """A thread of that name which has worked for a tenth of a second, for as long as the block lasts."""
    has_worked, over = threading.Event(), threading.Event()

    def work() -> None:
        Path(f"/proc/self/task/{threading.get_native_id()}/comm").write_text(name, encoding="utf-8")
        while time.thread_time() < 0.1:
            sum(number * number for number in range(10_000))
        has_worked.set()
        over.wait()

    thread = threading.Thread(target=work)
    thread.start()
    has_worked.wait()
    try:
        yield
    finally:
        over.set()
        thread.join()


def test_only_compiler_threads_of_living_processes_are_counted() -> None:
    with working_thread("GC Thread#0"):
        assert compiler_times(os.getpid()) == {}
    with working_thread("C2 CompilerThread0"):
        (seconds,) = compiler_times(os.getpid()).values()
    assert 0.05 <= seconds < 1
    assert compiler_times(2**22) == {}
    assert cpu_samples([OTHER]) == {}


def test_a_compiler_that_starts_in_between_counts_and_one_that_ends_takes_nothing_away() -> None:
    before = cpu_samples([THIS])
    with working_thread("C1 CompilerThread1"):
        used = used_between(before, cpu_samples([THIS]))
    assert 0.05 <= used.compilers <= used.total + 0.02
    with working_thread("C2 CompilerThread2"):
        before = cpu_samples([THIS])
    assert used_between(before, cpu_samples([THIS])).compilers == 0


def test_each_compiler_is_compared_with_itself_over_all_brokers() -> None:
    before = {THIS: BrokerSample(10.0, {1: 4.0, 2: 3.0}), OTHER: BrokerSample(5.0, {7: 1.0})}
    after = {THIS: BrokerSample(12.0, {1: 4.5}), OTHER: BrokerSample(6.0, {7: 1.25, 8: 0.5})}
    used = used_between(before, after)
    assert (used.total, used.compilers) == pytest.approx((3.0, 1.25))

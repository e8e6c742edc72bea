"""Without a Java process: a thread that has a compiler's name, and works."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from include.clusters.jit_cpu import compiler_seconds


@contextmanager
def working_thread(name: str) -> Iterator[None]:
    """One of that name, once it has worked for a tenth of a second, for as long as the block lasts."""
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


def test_only_compiler_threads_are_counted() -> None:
    with working_thread("GC Thread#0"):
        assert compiler_seconds(os.getpid()) == 0
    with working_thread("C2 CompilerThread0"):
        assert 0.05 <= compiler_seconds(os.getpid()) < 1


def test_a_process_that_has_ended_has_no_compilers() -> None:
    assert compiler_seconds(2**22) == 0

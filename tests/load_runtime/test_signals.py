import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from threading import Timer

import pytest

from include.load_runtime.signals import PARENT, Lifetime

ORPHAN = "from include.load_runtime.signals import die_with_parent; die_with_parent(); print('alive')"


@pytest.fixture
def lifetime() -> Iterator[Lifetime]:
    begin, stop = signal.getsignal(signal.SIGUSR1), signal.getsignal(signal.SIGTERM)
    yield Lifetime()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGTERM, stop)


def test_a_program_waits_until_it_is_told_to_begin(lifetime: Lifetime) -> None:
    Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1)).start()
    lifetime.wait_for_begin()
    assert lifetime.begun
    assert not lifetime.stopping


def test_a_program_told_to_begin_early_does_not_wait(lifetime: Lifetime) -> None:
    signal.raise_signal(signal.SIGUSR1)
    lifetime.wait_for_begin()
    assert lifetime.begun


def test_a_program_told_to_stop_before_it_began_does_not_wait(lifetime: Lifetime) -> None:
    signal.raise_signal(signal.SIGTERM)
    lifetime.wait_for_begin()
    assert lifetime.stopping


def test_a_program_that_is_done_stays_until_it_is_told_to_stop(lifetime: Lifetime) -> None:
    signal.raise_signal(signal.SIGUSR1)
    Timer(0.05, os.kill, (os.getpid(), signal.SIGTERM)).start()
    lifetime.wait_for_stop()
    assert lifetime.stopping


def test_a_pause_lasts_until_the_program_is_told_anything(lifetime: Lifetime) -> None:
    lifetime.pause(0.001)
    assert not lifetime.stopping
    Timer(0.05, os.kill, (os.getpid(), signal.SIGTERM)).start()
    lifetime.pause(60)
    assert lifetime.stopping


def test_a_program_whose_parent_is_already_gone_does_not_start() -> None:
    nobody = subprocess.Popen(["true"])
    nobody.wait()
    orphan = subprocess.run(
        [sys.executable, "-c", ORPHAN],
        env={**os.environ, PARENT: str(nobody.pid)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "alive" not in orphan.stdout
    assert f"the process {nobody.pid} that started this one is gone" in orphan.stderr

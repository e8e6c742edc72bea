import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from threading import Timer

import pytest

from include.load.signals import PARENT, ProgramSignals, end_if_hung

HUNG = """
from threading import Event
from include.load.signals import end_if_hung
with end_if_hung(0.01, lambda: print("hung", flush=True)):
    Event().wait()
"""

ORPHAN = "from include.load.signals import die_with_parent; die_with_parent(); print('alive')"


@pytest.fixture
def signals() -> Iterator[ProgramSignals]:
    begin, stop = signal.getsignal(signal.SIGUSR1), signal.getsignal(signal.SIGTERM)
    yield ProgramSignals()
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGTERM, stop)


def test_a_program_waits_until_it_is_told_to_begin(signals: ProgramSignals) -> None:
    Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1)).start()
    signals.wait_for_begin()
    assert signals.begun
    assert not signals.stopping


@pytest.mark.parametrize("signal_sent", [signal.SIGUSR1, signal.SIGTERM])
def test_a_program_told_early_does_not_wait(signals: ProgramSignals, signal_sent: signal.Signals) -> None:
    signal.raise_signal(signal_sent)
    signals.wait_for_begin()
    assert (signals.begun, signals.stopping) == (signal_sent is signal.SIGUSR1, signal_sent is signal.SIGTERM)


def test_a_program_that_is_told_to_begin_once_more_finishes(signals: ProgramSignals) -> None:
    signal.raise_signal(signal.SIGUSR1)
    assert not signals.finishing
    signal.raise_signal(signal.SIGUSR1)
    assert (signals.begun, signals.finishing, signals.stopping) == (True, True, False)


def test_a_wait_lasts_until_any_signal_and_that_of_a_program_until_the_stop(signals: ProgramSignals) -> None:
    signals.wait(0.001)
    assert not signals.stopping
    Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1)).start()
    signals.wait(60)
    assert not signals.stopping
    Timer(0.05, os.kill, (os.getpid(), signal.SIGTERM)).start()
    signals.wait_for_stop()
    assert signals.stopping


def run(program: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    command, environment = [sys.executable, "-c", program], {**os.environ, **variables}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_program_whose_parent_has_already_ended_does_not_start() -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    orphan = run(ORPHAN, **{PARENT: str(ended.pid)})
    assert "alive" not in orphan.stdout
    assert f"the process {ended.pid}, which started this process, has ended" in orphan.stderr


def test_a_process_whose_call_does_not_return_ends_after_its_last_event_and_no_other() -> None:
    ended = run(HUNG)
    assert (ended.returncode, ended.stdout) == (os.EX_TEMPFAIL, "hung\n")
    with end_if_hung(60, lambda: pytest.fail("the call has returned")):
        pass

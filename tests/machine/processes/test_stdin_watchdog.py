import os
import subprocess
import sys

from include.machine.folders import ROOT
from include.machine.processes.parent_death import LIFELINE

WAITS = (
    "import signal; from include.machine.processes.parent_death import end_with_standard_input; "
    "end_with_standard_input(); print('waits', flush=True); signal.pause()"
)
ENDS = "from include.machine.processes.parent_death import end_with_standard_input; end_with_standard_input()"


def started(program: str, **environment: str) -> "subprocess.Popen[str]":
    command, variables, pipe = [sys.executable, "-c", program], {**os.environ, **environment}, subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, env=variables)


def test_a_process_ends_when_its_standard_input_closes() -> None:
    with started(WAITS, **{LIFELINE: "stdin"}) as process:
        assert (process.stdout and process.stdout.readline(), process.poll()) == ("waits\n", None)
        process.communicate(timeout=10)
    assert process.returncode == os.EX_NOINPUT
    with started(ENDS, **{LIFELINE: "stdin"}) as process:  # it ends by itself, and the input stays open
        assert process.wait(10) == 0


def test_a_process_without_the_watchdog_outlives_its_standard_input() -> None:
    with started(WAITS) as process:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
        assert (process.stdout and process.stdout.readline(), process.poll()) == ("waits\n", None)
        process.kill()

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from include.machine.errors import UserError
from include.machine.folders import ROOT
from include.machine.processes.identity import AT_ONCE, ProcessIdentity, end_all
from include.machine.processes.owner_mark import working_for
from include.scenarios.application.programs.application_process import ApplicationProcess

pytestmark = pytest.mark.slow

FORKS_AWAY = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    open(sys.argv[1], "w").write(str(os.getpid()))
    time.sleep(600)
"""


def in_a_process(code: str, folder: Path) -> str:
    """The output of code that runs in a process of its own, since it adopts and ends all its descendants."""
    program = (
        "import sys, time, signal; from pathlib import Path\n"
        "from include.machine.processes.wait_until import wait_until\n"
        "from include.scenarios.application.programs.application_process import ApplicationProcess\n"
        f"folder = Path({str(folder)!r})\n"
        "def started(*command):\n"
        "    application = ApplicationProcess(command, {'GREETING': 'hello'}, folder / 'output', folder)\n"
        "    application.start()\n"
        "    return application\n" + code
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_output_and_the_ending_of_an_application_are_known(tmp_path: Path) -> None:
    output = in_a_process(
        "application = started('sh', '-c', 'echo $GREETING; exit 3')\n"
        "wait_until(lambda: application.has_ended, 10, lambda: 'end')\n"
        "print(application.ending, '|', application.last_lines())",
        tmp_path,
    )
    assert output == "ended with exit code 3 | hello\n"


def test_the_output_of_an_application_is_kept_without_its_secrets(tmp_path: Path) -> None:
    output = in_a_process(
        "import os; os.environ['DB_PASSWORD'] = 'topsecret'\n"
        "application = started('sh', '-c', 'echo logged in with $DB_PASSWORD')\n"
        "wait_until(lambda: application.has_ended, 10, lambda: 'end')\n"
        "application.hide_secrets()\n"
        "print(application.last_lines())",
        tmp_path,
    )
    assert output == "logged in with …\n"
    assert "topsecret" not in (tmp_path / "output").read_text(encoding="utf-8")


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_what_an_application_has_started_in_the_background_ends_with_it(tmp_path: Path, end: str) -> None:
    pid_file = tmp_path / "pid"
    in_a_process(
        f"application = started(sys.executable, '-c', {FORKS_AWAY!r}, {str(pid_file)!r})\n"
        f"wait_until(lambda: Path({str(pid_file)!r}).exists(), 10, lambda: 'pid')\n"
        "assert not application.has_ended\n"
        f"application.{end}()\n"
        "assert application.has_ended",
        tmp_path,
    )
    assert not is_alive(int(pid_file.read_text()))


def test_an_application_that_goes_to_the_background_has_not_ended(tmp_path: Path) -> None:
    in_a_process(
        "for number in range(50):\n"
        "    pid_file = folder / str(number)\n"
        f"    application = started(sys.executable, '-S', '-c', {FORKS_AWAY!r}, str(pid_file))\n"
        "    until = time.monotonic() + 0.1\n"
        "    while time.monotonic() < until or not pid_file.exists():\n"
        "        assert not application.has_ended\n"
        "    application.kill()\n"
        "    assert application.has_ended",
        tmp_path,
    )


def test_an_application_that_ignores_a_stop_is_killed(tmp_path: Path) -> None:
    output = in_a_process(
        "import include.scenarios.application.programs.application_process as module\n"
        "module.GRACE_SECONDS = 0.2\n"
        "application = started('sh', '-c', 'trap \"\" TERM; touch ready; while true; do sleep 0.1; done')\n"
        "wait_until(lambda: (folder / 'ready').exists(), 10, lambda: 'ready')\n"
        "application.stop()\n"
        "print(application.has_ended, application.ending)",
        tmp_path,
    )
    assert output == f"True was ended by signal {signal.SIGKILL.value}\n"


def test_a_frozen_application_goes_on_when_it_is_thawed(tmp_path: Path) -> None:
    output = in_a_process(
        "application = started('sh', '-c', 'while true; do date +%N >> ticks; sleep 0.01; done')\n"
        "size = lambda: (folder / 'ticks').stat().st_size if (folder / 'ticks').exists() else 0\n"
        "wait_until(size, 10, lambda: 'ticks')\n"
        "application.freeze(); frozen = size(); time.sleep(0.3); print(size() == frozen)\n"
        "application.thaw(); wait_until(lambda: size() > frozen, 10, lambda: 'ticks'); application.kill()",
        tmp_path,
    )
    assert output == "True\n"


def test_an_application_whose_processes_end_is_frozen_too(tmp_path: Path) -> None:
    output = in_a_process(
        "application = started('sh', '-c', 'while true; do date & date & date; done')\n"
        "wait_until(lambda: (folder / 'output').read_text(), 10, lambda: 'output')\n"
        "for _ in range(50): application.freeze(); application.thaw()\n"
        "print('frozen'); application.kill()",
        tmp_path,
    )
    assert output == "frozen\n"


def test_a_program_that_does_not_exist_is_named(tmp_path: Path) -> None:
    application = ApplicationProcess(["/no/such/program"], {}, tmp_path / "output", tmp_path)
    with pytest.raises(UserError, match="/no/such/program cannot be started: No such file"):
        application.start()


def test_what_a_killed_supervisor_leaves_behind_has_its_mark(tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    program = (
        "import os, signal; from pathlib import Path\n"
        "from include.machine.processes.wait_until import wait_until\n"
        "from include.scenarios.application.programs.application_process import ApplicationProcess\n"
        f"folder = Path({str(tmp_path)!r})\n"
        f"command = [{sys.executable!r}, '-c', {FORKS_AWAY!r}, {str(pid_file)!r}]\n"
        "ApplicationProcess(command, {}, folder / 'output', folder).start()\n"
        f"wait_until(Path({str(pid_file)!r}).exists, 10, lambda: 'pid')\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT) as supervisor:
        identity = ProcessIdentity.of(supervisor.pid)
    [left] = working_for(identity)
    assert left.pid == int(pid_file.read_text())
    end_all(lambda: working_for(identity), AT_ONCE)
    assert not left.alive()

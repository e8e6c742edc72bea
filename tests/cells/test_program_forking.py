import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from include.cells import program_forking
from include.cells.program_forking import ForkClient, ForkedProcess, client_of, start_server, stop_server
from include.machine.errors import PlatformError
from include.machine.folders import PROCESSES, ROOT
from include.machine.processes.started_processes import registered
from include.machine.processes.wait_until import wait_until

WAITING = "import signal; print('begun', flush=True); signal.pause()"


@pytest.fixture
def run_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A run with a server that can import the modules in ``tmp_path / "modules"``."""
    (tmp_path / "modules").mkdir()
    monkeypatch.setattr(program_forking, "IMPORT_PATH", tmp_path / "modules")
    monkeypatch.setattr(program_forking, "ONE_THREAD", {"PYTHONPATH": f"{ROOT}:{tmp_path / 'modules'}"})
    start_server(tmp_path.name, tmp_path / "server.log", owner=None)
    yield tmp_path.name
    stop_server(tmp_path.name)


def server(run_id: str) -> ForkClient:
    running = client_of(run_id)
    assert running
    return running


def write_module(folder: Path, main: str, imported: str = "") -> None:
    """Write a module that does the one thing as a program, and the other when it is imported."""
    (folder / "modules" / "forked_module.py").write_text(
        f"{imported}\nif __name__ == '__main__':\n    {main}\n"
    )


def start(run_id: str, folder: Path, *arguments: str) -> ForkedProcess:
    """Start the module; its output and error output go to files in the folder."""
    command = [sys.executable, "-m", "forked_module", *arguments]
    with (folder / "output").open("w") as output, (folder / "errors").open("w") as errors:
        return server(run_id).start(command, dict(os.environ), (), output.fileno(), errors.fileno())


def running_program(run_id: str, folder: Path) -> ForkedProcess:
    write_module(folder, WAITING)
    program = start(run_id, folder)
    wait_until(lambda: bool((folder / "output").read_text()), 10, lambda: "the program did not begin")
    return program


def test_a_forked_program_runs_its_module_with_its_arguments_and_environment(
    run_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SET_AFTER_THE_SERVER_BEGAN", "yes")
    write_module(tmp_path, "import os, sys; print(sys.argv[1:], os.environ['SET_AFTER_THE_SERVER_BEGAN'])")
    assert start(run_id, tmp_path, "a", "b").wait() == 0
    assert (tmp_path / "output").read_text() == "['a', 'b'] yes\n"


@pytest.mark.parametrize(
    ("main", "code", "error"),
    [
        ("raise SystemExit(7)", 7, ""),
        ("raise SystemExit('It could not begin.')", 1, "It could not begin."),
        ("1 / 0", 1, "ZeroDivisionError"),
        ("import no_such_module", 1, "No module named 'no_such_module'"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -15, ""),
    ],
)
def test_a_forked_program_ends_with_the_exit_code_and_the_message_that_python_gives(
    run_id: str, tmp_path: Path, main: str, code: int, error: str
) -> None:
    write_module(tmp_path, main)
    assert start(run_id, tmp_path).wait() == code
    assert error in (tmp_path / "errors").read_text()


def test_a_module_that_starts_a_thread_when_it_is_imported_is_refused(run_id: str, tmp_path: Path) -> None:
    thread = "import threading; threading.Thread(target=threading.Event().wait, daemon=True).start()"
    write_module(tmp_path, "pass", imported=thread)
    with pytest.raises(PlatformError, match="forked_module: its import has started 1 threads"):
        start(run_id, tmp_path)


def test_a_forked_program_ends_with_the_process_that_asked_for_it(run_id: str, tmp_path: Path) -> None:
    write_module(tmp_path, WAITING)
    source = (
        "import os, sys; from include.cells.program_forking import client_of;"
        "command = [sys.executable, '-m', 'forked_module'];"
        f"print(client_of({run_id!r}).start(command, dict(os.environ), (), 2, 2).identity.pid)"
    )
    command = [sys.executable, "-c", source]
    pid = int(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    wait_until(lambda: not psutil.pid_exists(pid), 10, lambda: f"the program {pid} still runs")


def test_a_forked_program_is_killed_when_its_server_ends(run_id: str, tmp_path: Path) -> None:
    program = running_program(run_id, tmp_path)
    stop_server(run_id)
    assert program.wait() == -9
    assert client_of(run_id) is None


def test_a_server_that_was_killed_cannot_be_reached(run_id: str, tmp_path: Path) -> None:
    reached = server(run_id)
    for entry in registered():
        if run_id in entry.what:
            entry.process.end(grace_seconds=0)
    with pytest.raises(PlatformError, match="cannot be reached"):
        reached.start([sys.executable, "-m", "forked_module"], {}, (), 1, 2)
    assert client_of(run_id) is None


def test_processes_are_listed_by_their_modules_and_arguments(run_id: str, tmp_path: Path) -> None:
    program = running_program(run_id, tmp_path)  # kept: the program ends with this object
    process = psutil.Process(program.identity.pid)
    assert process.cmdline()[0] == "forked_module"
    assert process.environ() == psutil.Process(process.ppid()).environ()
    assert (PROCESSES / f"{run_id}.socket").stat().st_mode & 0o077 == 0  # only this user may connect

import os
from pathlib import Path

import pytest

from include.machine.containers.engine import engine
from include.machine.settings import BASE_IMAGE
from include.scenarios.application.leftovers import clean_up
from tests.scenarios.application.test_application_process import in_a_process
from tests.scenarios.application.test_workload import workload

pytestmark = pytest.mark.slow

DOCKER = """#!/bin/sh
cd "$PLAYED"; echo "$@" >> calls
case $1 in
    run) mkdir container || exit 125
         echo "$@" > arguments; echo $$ > pid; echo "hello $GREETING"; exec sleep 600;;
    stop) kill $(cat pid);;
    rm) rmdir container && kill -9 $(cat pid);;
    ps) [ ! -d container ] || echo 1f2e;;
esac
"""
"""Plays the command line of Docker: the container is a folder, and the client is a process."""


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "docker"
    program.write_text(DOCKER, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("PLAYED", str(tmp_path))
    return tmp_path


def container(steps: str, folder: Path) -> str:
    """What is printed when a container is started and these steps are taken."""
    code = (
        "from include.scenarios.application.programs.application_container import ApplicationContainer\n"
        "variables = {'GREETING': 'topsecret {state_folder}'}\n"
        "place = (folder / 'output', folder, 'copy-0')\n"
        "application = ApplicationContainer('app:1', ['--fast'], variables, *place, ['DB_PASSWORD'])\n"
        "application.start()\n"
        "wait_until(lambda: (folder / 'output').read_text(), 10, lambda: 'output')\n"
    )
    return in_a_process(code + steps, folder)


def test_the_engine_gets_names_and_no_values_of_variables(played: Path) -> None:
    output = container("print(application.last_lines()); application.kill()", played)
    assert output == "hello topsecret /kerran-state\n"
    arguments = (played / "arguments").read_text(encoding="utf-8")
    assert "--env=GREETING --env=DB_PASSWORD app:1 --fast" in arguments
    assert f"--volume {played}:/kerran-state" in arguments
    assert "topsecret" not in arguments


@pytest.mark.parametrize(("strike", "ending"), [("kill", -9), ("stop", -15)])
def test_a_container_is_killed_or_stopped_by_the_engine(played: Path, strike: str, ending: int) -> None:
    steps = f"application.{strike}(); print(application.has_ended, application.ending)"
    assert container(steps, played) == f"True was ended by signal {-ending}\n"
    assert not (played / "container").exists()


def test_a_container_that_has_outlived_its_client_is_removed_before_another_one_has_its_name(
    played: Path,
) -> None:
    steps = (
        "import os\n"
        "os.kill(int((folder / 'pid').read_text()), signal.SIGKILL)\n"
        "wait_until(lambda: application.has_ended, 10, lambda: 'end')\n"
        "application.start()\n"
        "wait_until(lambda: (folder / 'output').read_text().count('hello') == 2, 10, lambda: 'output')\n"
        "application.stop(); print(application.has_ended)"
    )
    assert container(steps, played) == "True\n"
    assert not (played / "container").exists()


def test_a_container_is_frozen_and_goes_on(played: Path) -> None:
    container("application.freeze(); application.thaw(); application.kill()", played)
    calls = (played / "calls").read_text(encoding="utf-8").splitlines()
    assert calls[1:3] == ["pause copy-0", "unpause copy-0"]


def test_a_container_whose_supervisor_was_killed_is_removed_by_its_name(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_job(played, monkeypatch, image="app:1")
    (played / "container").mkdir()
    clean_up(played)
    assert not (played / "container").exists()


@pytest.mark.needs("container-engine")
@pytest.mark.parametrize("state", ["running", "paused"])
def test_a_real_container_without_its_client_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    name = write_job(tmp_path, monkeypatch, image="app:1")
    client = engine()
    started = client.containers.run(BASE_IMAGE.read(), ["sleep", "60"], name=name, detach=True, init=True)
    if state == "paused":
        started.pause()
    clean_up(tmp_path)
    assert client.containers.list(all=True, filters={"name": name}) == []


def write_job(folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: str) -> str:
    """Write the job of an application into the folder of its attempt, and return its container's name."""
    cell = workload(
        monkeypatch,
        "exactly-once",
        0,
        0,
        command="run {bootstrap_servers} {input_topic} {output_topic}",
        **settings,
    )
    [application] = cell.programs().applications
    application.job.write(folder / f"{application.name}.job.json")
    return f"{application.job.topic}-{application.name}"

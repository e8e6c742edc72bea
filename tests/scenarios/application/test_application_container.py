import os
from pathlib import Path

import pytest

from tests.scenarios.application.test_application_process import in_a_process

pytestmark = pytest.mark.slow

DOCKER = """#!/bin/sh
cd "$PLAYED"
case $1 in
    run) echo "$@" > arguments; echo $$ > pid; echo "hello $GREETING"; exec sleep 600;;
    kill) kill -9 $(cat pid);;
    stop) kill $(cat pid);;
    refuse) exit 1;;
    *) echo "$@" >> calls;;
esac
"""
"""Plays the command line of Docker: the container is a process."""


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
        "application = ApplicationContainer('app:1', ['--fast'], variables, *place)\n"
        "application.start()\n"
        "wait_until(lambda: (folder / 'output').read_text(), 10, lambda: 'output')\n"
    )
    return in_a_process(code + steps, folder)


def test_the_engine_gets_names_and_no_values_of_variables(played: Path) -> None:
    output = container("print(application.last_lines()); application.kill()", played)
    assert output == "hello topsecret /kerran-state\n"
    arguments = (played / "arguments").read_text(encoding="utf-8")
    assert "--env=GREETING app:1 --fast" in arguments
    assert f"--volume {played}:/kerran-state" in arguments
    assert "topsecret" not in arguments


@pytest.mark.parametrize(("strike", "ending"), [("kill", -9), ("stop", -15)])
def test_a_container_is_killed_or_stopped_by_the_engine(played: Path, strike: str, ending: int) -> None:
    steps = f"application.{strike}(); print(application.has_ended, application.ending)"
    assert container(steps, played) == f"True was ended by signal {-ending}\n"


def test_a_container_is_frozen_and_goes_on(played: Path) -> None:
    container("application.freeze(); application.thaw(); application.kill()", played)
    assert (played / "calls").read_text(encoding="utf-8") == "pause copy-0\nunpause copy-0\n"

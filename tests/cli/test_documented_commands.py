"""Every documented command is one that exists; those that need nothing but this checkout are run."""

import importlib.util
import json
import re
import shutil
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from include.cli import doctor, measure
from include.cli.commands import commands, options_of_command
from include.cli.local_airflow import process_cleanup
from include.cli.local_airflow.process_cleanup import INTERRUPTS
from include.cli.make_variables import options_of
from include.machine import folders, settings
from include.machine.folders import ROOT
from include.report.run_package import unpack
from tests.cli.command import run
from tests.cli.documented_commands import DocumentedCommand, documented_commands

RUN = {"plan", "doctor", "history", "compare", "export", "measure"}
"""The commands of kerran that are run, on copies of the published reference run, and without Spark."""

SWEEPS = {"sweep", "calibrate", "backfill"}
"""Commands that need brokers: not run, but their experiments are planned with the documented options."""

REFERENCE = ROOT / "docs" / "reference-run.zip"
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
MAKE_TARGETS = dict(re.findall(r"^([a-z-]+):.*?(?:## (.*))?$", MAKEFILE, re.MULTILINE))
"""The targets of the Makefile, each with its sentence of help, which names the variables."""

DOCUMENTED = documented_commands()


def arguments_of(words: Sequence[str]) -> list[str]:
    """The arguments of kerran in a documented command; none if it is no command of kerran."""
    if words[0] in ("kerran", ".venv/bin/kerran"):
        return [word for word in words[1:] if word != "…"]
    if words[0] == "make" and words[1] in commands():
        variables = dict(word.split("=", 1) for word in words[2:])
        return [words[1], *options_of(words[1], variables, options_of_command(words[1]))]
    if words[1:3] == ("-m", "include.cli"):
        return list(words[3:])
    return []


OF_KERRAN = {
    command.words: command
    for command in DOCUMENTED
    if arguments_of(command.words) and not {"--help", "--install-completion"} & set(command.words)
}
"""The documented commands of kerran, each once."""


def of(names: set[str]) -> list[DocumentedCommand]:
    return [command for command in OF_KERRAN.values() if arguments_of(command.words)[0] in names]


def parse(arguments: Sequence[str]) -> dict[str, object]:
    """The values of a command's options, as the command would have them; the command is not run."""
    return dict(commands()[arguments[0]].make_context(arguments[0], list(arguments[1:])).params)


def invoke(arguments: Sequence[str]) -> str:
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("command", [command for command in DOCUMENTED if "-m" in command.words], ids=str)
def test_the_module_of_a_documented_command_exists(command: DocumentedCommand) -> None:
    assert importlib.util.find_spec(command.words[command.words.index("-m") + 1])


@pytest.mark.parametrize("command", OF_KERRAN.values(), ids=str)
def test_a_documented_command_has_options_that_exist(command: DocumentedCommand) -> None:
    parse(arguments_of(command.words))


OF_MAKE = [line for line in DOCUMENTED if line.words[0] == "make" and not arguments_of(line.words)]


@pytest.mark.parametrize("command", OF_MAKE, ids=str)
def test_the_variables_of_other_targets_are_in_their_help(command: DocumentedCommand) -> None:
    target, *variables = command.words[1:]
    assert all(f"{word.partition('=')[0]}=" in MAKE_TARGETS[target] for word in variables)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return unpack(REFERENCE, tmp_path_factory.mktemp("reference"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of runs, which the commands take for theirs; signals act as before afterwards."""
    monkeypatch.setattr(folders, "RUNS", tmp_path / "runs")
    monkeypatch.setattr(folders, "STATE", tmp_path / "state")
    monkeypatch.setattr(process_cleanup, "LOCK_FILE", tmp_path / "airflow.lock")  # other tests may hold it
    monkeypatch.chdir(tmp_path)
    handlers = {number: signal.getsignal(number) for number in INTERRUPTS}
    yield tmp_path
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def runs(folder: Path, reference: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Runs of the names in the documentation: copies of the reference run, one of which is of *releases*."""
    for name in ("monday", "tuesday", "releases"):
        shutil.copytree(reference, folder / "runs" / name)
    plan = folder / "runs" / "releases" / "plan.json"
    content = json.loads(plan.read_text())
    content["experiment"]["name"] = "releases"
    plan.write_text(json.dumps(content))
    monkeypatch.setattr(doctor, "CPU_SECONDS", 0.01)
    return folder / "runs"


@pytest.mark.parametrize("command", of(RUN), ids=str)
def test_a_documented_command_that_needs_no_cluster_works(
    command: DocumentedCommand, runs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "findings", lambda: [doctor.memory(8 * 2**30)])  # others need the machine
    monkeypatch.setattr(measure, "submit", lambda *_: None)
    assert invoke([{"<run>": "monday"}.get(word, word) for word in arguments_of(command.words)])


@pytest.mark.parametrize("command", [command for command in DOCUMENTED if "--help" in command.words], ids=str)
def test_documented_help_is_there(command: DocumentedCommand) -> None:
    assert "Usage: " in invoke(arguments_of(command.words))


@pytest.mark.parametrize("command", of(SWEEPS), ids=str)
def test_a_documented_sweep_can_be_planned_with_its_options(command: DocumentedCommand, folder: Path) -> None:
    name, *_ = arguments = arguments_of(command.words)
    values = {key: str(value) for key, value in parse(arguments).items() if value is not None}
    values.setdefault("experiment", {"calibrate": "calibration"}.get(name, ""))
    planned = options_of_command("plan")
    flags = {key: f"--{key.replace('_', '-')}" for key in values}
    options = [f"{flags[key]}={value}" for key, value in values.items() if value and flags[key] in planned]
    assert "Estimated duration of the cells" in invoke(["plan", *options])


def test_variables_of_the_environment_before_a_command_are_known() -> None:
    exported = [word for line in DOCUMENTED if line.words[0] == "export" for word in line.words[1:]]
    names = [word.partition("=")[0] for word in exported]
    assert [name for name in names if not settings.is_known(name) and name != "PYTHONPATH"] == []

from typing import Any
from unittest.mock import Mock

import pytest

from include.cli import commands as command_line
from include.cli import sweep as sweeping
from include.cli.commands import commands, options_of_command
from include.plan.overrides import OVERRIDE_NAMES
from kerran.command import main
from tests.cli.command import run

COMMANDS = {
    *("sweep", "plan", "backfill", "compare", "history", "calibrate", "releases", "measure", "judge"),
    *("export", "verify", "doctor", "up", "down", "clean"),
}


def test_the_command_without_the_packages_of_workers_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_line, "main", Mock(side_effect=ModuleNotFoundError(name="scipy")))
    with pytest.raises(SystemExit, match=r"the package scipy\. .* pip install 'kerran\[workers\]'"):
        main()


def plain(output: str) -> str:
    """An output without the frame and the line breaks that depend on the width of the terminal."""
    return " ".join(output.replace("│", " ").split())


def test_every_command_is_offered_with_a_sentence_and_every_option_with_its_default() -> None:
    assert set(commands()) == COMMANDS
    output = run("--help").stdout
    assert all(name in output for name in COMMANDS)
    assert "Exit codes: 0 good, 1 something failed" in plain(output)
    for command in COMMANDS:
        for flag, option in options_of_command(command).items():
            assert option.help.endswith("."), flag
            assert option.required or option.default or option.show_default, flag


@pytest.mark.parametrize(
    ("command", "senseless"),
    [
        *((command, set[str]()) for command in ("sweep", "plan", "calibrate")),
        ("backfill", {"release", "baseline", "candidate"}),
        ("judge", {"messages", "candidate"}),
    ],
)
def test_a_command_that_plans_has_an_option_for_each_override(command: str, senseless: set[str]) -> None:
    options = {option.lstrip("-").replace("-", "_") for option in options_of_command(command)}
    assert set(OVERRIDE_NAMES) - options == senseless


@pytest.mark.parametrize("command", ["plan", "sweep", "backfill", "history"])
def test_an_experiment_without_its_option_is_refused_with_the_option(command: str) -> None:
    done = run(command, "thesis")
    assert done.exit_code == 2
    assert "'thesis' has no option; an experiment is named by --experiment thesis" in plain(done.stderr)


@pytest.fixture
def sweep(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """What is called instead of a sweep; nothing is run."""
    sweep = Mock(return_value=0)
    monkeypatch.setattr(sweeping, "sweep", sweep)
    return sweep


@pytest.mark.parametrize(
    ("line", "environment", "arguments"),
    [
        (
            "sweep --experiment thesis --messages 50 --load-cpus 1.5 --seed=",
            {},
            ("thesis", "", {"messages": 50, "load_cpus": 1.5}, ""),
        ),
        ("sweep --seed 3", {"KERRAN_SEED": "4", "KERRAN_RUN": "monday"}, ("", "monday", {"seed": 3}, "")),
        ("sweep", {"RUN": "other", "SEED": "4", "EXPERIMENT": "thesis", "MESSAGES": "all"}, ("", "", {}, "")),
        ("calibrate --repetitions 40", {}, ("calibration", "", {"repetitions": 40}, "")),
    ],
    ids=["types", "an option before its variable", "an unrelated environment", "another experiment"],
)
def test_options_and_variables_reach_the_sweep(
    line: str, environment: dict[str, str], arguments: tuple[Any, ...], sweep: Mock
) -> None:
    done = run(*line.split(), **environment)
    assert done.exit_code == 0, done.output
    sweep.assert_called_once_with(*arguments)


@pytest.mark.parametrize(
    ("arguments", "environment", "message"),
    [
        (["--seed", "first"], {}, "'--seed'"),
        ([], {"KERRAN_LOAD_CPUS": "0"}, "(env var: 'KERRAN_LOAD_CPUS'): '0' should be greater than 0"),
        ([], {"KERRAN_EXPERIMNT": "thesis"}, "did you mean KERRAN_EXPERIMENT?"),
        (["--experimnt", "thesis"], {}, "--experiment"),
    ],
)
def test_a_bad_request_is_refused_with_what_would_be_right(
    arguments: list[str], environment: dict[str, str], message: str, sweep: Mock
) -> None:
    done = run("sweep", *arguments, **environment)
    assert done.exit_code == 2
    assert message in plain(done.stderr)
    sweep.assert_not_called()

import shutil
import subprocess

import pytest

from include.cli.make_variables import UnknownVariableError, options_of, variable_of
from include.machine.folders import ROOT

OPTIONS = ["--experiment", "--load-cpus"]
ODD = "a b; rm -rf $HOME 'x' \"y\""


@pytest.mark.parametrize(
    ("variables", "options"),
    [
        ({"EXPERIMENT": "thesis", "LOAD_CPUS": "1.5"}, ["--experiment=thesis", "--load-cpus=1.5"]),
        ({"EXPERIMENT": ODD}, [f"--experiment={ODD}"]),
        ({"EXPERIMENT": ""}, []),
        ({"KERRAN_RUNS": "s3://bucket", "JAVA_HOME": "/java", "KERRAN_EXPERIMENT": "thesis"}, []),
    ],
    ids=["in capitals", "a value stays as it is", "no value", "left to the environment"],
)
def test_variables_become_options(variables: dict[str, str], options: list[str]) -> None:
    assert variable_of("--load-cpus") == "LOAD_CPUS"
    assert options_of("sweep", variables, OPTIONS) == options


def test_a_misspelt_variable_or_that_of_another_command_is_refused() -> None:
    with pytest.raises(UnknownVariableError) as refused:
        options_of("sweep", {"EXPERIMNT": "thesis"}, OPTIONS)
    assert str(refused.value).splitlines() == [
        "make sweep: there is no variable EXPERIMNT; did you mean EXPERIMENT?",
        "The variables of make sweep: EXPERIMENT, LOAD_CPUS. "
        "Write the variables of other programs before make.",
    ]
    with pytest.raises(UnknownVariableError, match=r"make clean: there is no variable RUN"):
        options_of("clean", {"RUN": "monday"}, [])


def make(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run make with this environment, without setting anything up."""
    command = ["make", "-o", ".venv/.installed", *arguments]
    variables = {"PATH": "/usr/bin:/bin", "COLUMNS": "200", **environment}
    return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
class TestMake:
    """The Makefile, which hands the variables on."""

    def test_hands_on_the_variables_of_its_command_line(self) -> None:
        done = make("plan", "EXPERIMENT=thesis", "REPETITIONS=2", "SEED=", "CANDIDATE=4.2.0, linger_ms=5")
        assert "30 treatments, 2 repetitions: 60 cells" in done.stdout, done.stderr
        assert "candidate (4.2.0,linger_ms=5)" in done.stdout

    def test_does_not_hand_on_the_environment(self) -> None:
        done = make("plan", EXPERIMENT="thesis", SEED="first", RUN="x", CLUSTER="nowhere")
        assert "on Kafka" in done.stdout, done.stderr
        assert "5 treatments, 6 to 12 repetitions: 30 to 60 cells" in done.stdout

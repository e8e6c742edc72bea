from pathlib import Path

from tests.cli.command import run
from tests.history.past import write


def test_a_history_is_published_and_its_page_named_but_along_something_else(runs: Path) -> None:
    write(runs, "a", "4.0.0")
    write(runs, "b", "4.1.0")
    done = run("history")
    assert (done.exit_code, done.stdout.strip()) == (0, str(runs / "history" / "releases" / "index.html"))
    done = run("history", "--along", "space")
    assert (done.exit_code, done.stderr) == (2, "--along: 'space' should be release or time\n")


def test_a_history_of_nothing_is_refused(runs: Path) -> None:
    done = run("history", KERRAN_EXPERIMENT="quick")
    assert (done.exit_code, done.stderr) == (1, f"{runs}: no run of the experiment quick with results\n")

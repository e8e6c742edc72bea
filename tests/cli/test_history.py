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


def test_a_comparison_is_printed_with_its_page_and_a_run_that_is_not_there_refused(runs: Path) -> None:
    for name in ("monday", "tuesday"):
        write(runs, name, repetitions=6)
    done = run("compare", "--baseline", "monday", "--candidate", "tuesday")
    assert "Not decided: 2 of 2 comparisons." in done.stdout
    assert done.stdout.rstrip().endswith(str(runs / "tuesday" / "compared" / "monday.html"))
    done = run("compare", "--baseline", "mondy", "--candidate", "monday")
    message = f"--baseline: there is no run 'mondy' in {runs}; did you mean monday?\n"
    assert (done.exit_code, done.stderr) == (2, message)

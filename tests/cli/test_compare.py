from pathlib import Path

from tests.cli.command import run
from tests.history.past import write


def test_a_comparison_is_printed_with_its_page_and_a_run_that_is_not_there_refused(runs: Path) -> None:
    for name in ("monday", "tuesday"):
        write(runs, name, repetitions=6)
    done = run("compare", "--baseline", "monday", "--candidate", "tuesday")
    assert "Not decided: 2 of 2 comparisons." in done.stdout
    assert done.stdout.rstrip().endswith(str(runs / "tuesday" / "compared" / "monday.html"))
    done = run("compare", "--baseline", "mondy", "--candidate", "monday")
    message = f"--baseline: there is no run 'mondy' in {runs}; did you mean monday?\n"
    assert (done.exit_code, done.stderr) == (2, message)

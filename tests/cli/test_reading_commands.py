"""Commands that read: ``plan``, ``compare`` and ``history``."""

from pathlib import Path

from tests.cli.command import run
from tests.plan.conftest import FILES
from tests.report.history.past import write


def test_a_plan_is_printed_with_its_cells_and_duration_or_what_is_wrong_in_a_sentence() -> None:
    output = run("plan", "--experiment", "thesis", "--repetitions", "2", "--release", "3.9.1").stdout
    assert "What exactly-once costs" in output
    assert "exactly-once.tx1000ms.512B" in output
    assert "15 treatments, 2 repetitions: 30 cells, on Kafka 3.9.1" in output
    assert "Order of the first block (seed 2023): " in output
    assert "Estimated duration of the cells: 3 min" in output
    done = run("plan", "--experiment", "quik")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("there is no experiment 'quik'; choose from ")


def test_a_plan_of_one_cell_has_no_plural(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(FILES["paced"])
    assert (
        "1 treatment, 1 repetition: 1 cell, on "
        in run("plan", "--experiment", str(file), "--repetitions", "1").stdout
    )


def test_an_experiment_whose_file_is_missing_or_a_folder_is_named_as_such(tmp_path: Path) -> None:
    done = run("plan", "--experiment", str(tmp_path))
    message = f"{tmp_path} is a folder; name the file of an experiment\n"
    assert (done.exit_code, done.stderr) == (2, message)
    done = run("plan", "--experiment", f"{tmp_path}/none.yaml")
    assert (done.exit_code, done.stderr) == (2, f"there is no file {tmp_path}/none.yaml\n")


def test_a_plan_says_which_releases_may_not_exist(tmp_path: Path) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(FILES["valid"].replace("messages: 500", "client: java-4.3.9"))
    output = run("plan", "--experiment", str(file), "--release", "4.3.0").stdout
    said = "Kafka 4.3.9 is newer than the catalogue, so only a download shows whether it exists."
    assert " ".join(output.split()).endswith(said)
    assert "Kafka 4.3.9 is newer" in run("plan", "--experiment", "thesis", "--release", "4.3.9").stdout
    assert "is newer" not in run("plan", "--experiment", "thesis", "--release", "4.3.0").stdout


def test_a_comparison_is_printed_with_its_page_and_a_run_that_is_not_there_refused(runs: Path) -> None:
    for name in ("monday", "tuesday"):
        write(runs, name)
    done = run("compare", "--baseline", "monday", "--candidate", "tuesday")
    assert "Not decided: 2 of 4 comparisons." in done.stdout
    assert done.stdout.rstrip().endswith(str(runs / "tuesday" / "compared" / "monday.html"))
    done = run("compare", "--baseline", "mondy", "--candidate", "monday")
    message = f"--baseline: there is no run 'mondy' in {runs}; did you mean monday?\n"
    assert (done.exit_code, done.stderr) == (2, message)


def test_a_history_is_published_and_its_page_named(runs: Path) -> None:
    for name, release in (("a", "4.0.0"), ("b", "4.1.0")):
        write(runs, name, release)
    done = run("history")
    assert (done.exit_code, done.stdout.strip()) == (0, str(runs / "history" / "releases" / "index.html"))
    done = run("history", "--along", "space")
    assert (done.exit_code, done.stderr) == (2, "--along: 'space' should be release or time\n")
    done = run("history", KERRAN_EXPERIMENT="quick")
    assert done.exit_code == 1
    assert "no run of the experiment quick" in done.stderr

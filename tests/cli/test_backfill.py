from pathlib import Path

import pytest
import typer
from rich.console import Console

from include.cli import backfill as command
from include.cli.backfill import backfill, chosen_releases, is_complete, plan_of, run_missing
from include.cli.errors_and_exit_codes import ExitCode
from include.cli.exit_codes_of_verdicts import gravest
from include.machine.releases.kafka_catalogue import UnknownReleaseError
from include.machine.storage.atomic_write import put
from include.plan.overrides import Overrides
from include.report.machine_readable import write_verdict
from include.report.measured_run import read_measured_run
from include.report.run_verdict import Result, verdict_of
from include.tasks.planning import RunConflictError, keep_plan
from tests.machine.releases.test_kafka_catalogue import THREE


def named(first: str, last: str, names: str) -> list[str]:
    return [entry.version for entry in chosen_releases(THREE, first, last, names.split())]


@pytest.mark.parametrize(
    ("first", "last", "names", "chosen"),
    [
        ("", "", "", ["0.11.0.0", "2.3.1", "3.1.1"]),
        ("2.3", "", "", ["2.3.1", "3.1.1"]),
        ("0.11", "2.3.1", "", ["0.11.0.0", "2.3.1"]),
        ("", "", "3.1 0.11", ["0.11.0.0", "3.1.1"]),
    ],
)
def test_all_releases_are_run_or_a_range_with_its_ends_or_those_that_are_named(
    first: str, last: str, names: str, chosen: list[str]
) -> None:
    assert named(first, last, names) == chosen


@pytest.mark.parametrize(
    ("first", "last", "names", "message"),
    [
        ("", "", "2.4", "'2.4' is not in the catalogue"),
        ("3.1", "2.3", "", r"None of the releases is between .* and 2\.3\.1"),
        ("", "2.3", "3.1", r"None of the releases is between .* and 2\.3\.1"),
    ],
)
def test_releases_that_are_not_there_are_refused(first: str, last: str, names: str, message: str) -> None:
    with pytest.raises(UnknownReleaseError, match=message):
        named(first, last, names)


def test_a_cluster_of_a_release_not_chosen_is_refused(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as left:
        backfill("releases", "", "", [], {"cluster": "external:kafka_prod"})
    assert left.value.exit_code == ExitCode.BAD_REQUEST
    assert "use embedded or compose" in capsys.readouterr().err


def test_a_release_whose_run_has_other_values_is_refused_before_anything_starts(runs: Path) -> None:
    keep_plan(plan_of(THREE[2], "releases", Overrides(repetitions=2)))
    with pytest.raises(RunConflictError, match=r"kafka-releases-3.1.1 exists.* repetitions is 2, not 3"):
        plan_of(THREE[2], "releases", Overrides(repetitions=3))


def test_a_release_is_complete_with_cells_and_report(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_of(THREE[2], "releases", Overrides())
    assert not is_complete(plan)
    monkeypatch.setattr(command, "pending_cells", lambda _plan: [])
    assert not is_complete(plan)
    put(runs / plan.run_id / "report" / "index.html", "")
    assert is_complete(plan)


def test_complete_releases_start_nothing_and_a_guarantee_that_was_broken_before_counts(
    runs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "is_complete", lambda _plan: True)
    plans = [plan_of(entry, "releases", Overrides()) for entry in THREE]
    assert run_missing(plans, Overrides(), Console()) == ExitCode.GOOD
    assert "3 releases: 3 complete, 0 to run" in capsys.readouterr().out
    keep_plan(plans[1])
    run = runs / plans[1].run_id
    write_verdict(run, verdict_of(read_measured_run(run)).model_copy(update={"result": Result.BROKEN}))
    assert run_missing(plans, Overrides(), Console()) == ExitCode.BROKEN


def test_a_broken_guarantee_is_graver_than_a_failure_and_that_is_graver_than_a_lack_of_evidence() -> None:
    assert gravest([ExitCode.GOOD, ExitCode.INCONCLUSIVE, ExitCode.FAILED]) is ExitCode.FAILED
    assert gravest([ExitCode.FAILED, ExitCode.WORSE, ExitCode.BROKEN]) is ExitCode.BROKEN
    assert gravest([]) is ExitCode.GOOD

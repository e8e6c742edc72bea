"""A regression that a person has accepted, as reports show it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from include.matrix.experiment import Arm
from include.report.acceptance import Acceptance, acceptance_of, open_reasons, write_acceptance
from include.report.arm_findings import arm_sentences
from include.report.measured_run import MeasuredRun
from tests.report.sections.test_comparison import SEMANTICS, value
from tests.report.synthetic import make_plan, measured_run

DAY = datetime(2026, 11, 24, 9, 30, tzinfo=UTC)

WORSE = "Candidate (4.2.0) is worse."
WORSE_OTHER = "Other (4.3.1) is worse."


def acceptance(run: str = "run-1", regressions: tuple[str, ...] = (WORSE,), **changes: str) -> Acceptance:
    arms = {"baseline": "4.1.0", "candidate": "4.2.0"}
    said = {"by": "Mia Meer", "reason": "Durability is worth it.", "experiment": "quick", **changes}
    return Acceptance(run=run, arms=arms, regressions=list(regressions), at=DAY, **said)


def planned(folder: Path, name: str, day: datetime, **arms: Arm) -> MeasuredRun:
    plan = make_plan(SEMANTICS, 10, arms=arms).model_copy(update={"run_id": name, "created": day})
    return measured_run(folder, plan, value(0.8))


def test_an_acceptance_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_acceptance(tmp_path, acceptance())
    assert acceptance_of(tmp_path) == acceptance()


@pytest.mark.parametrize("content", ["", "{}", '{"version": 2}'])
def test_an_acceptance_that_cannot_be_read_accepts_nothing(tmp_path: Path, content: str) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "acceptance.json").write_text(content)
    assert acceptance_of(tmp_path) is None


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", "x" * 501])
def test_a_reason_is_one_line_that_is_not_empty(reason: str) -> None:
    with pytest.raises(ValidationError):
        acceptance(reason=reason)


def test_only_the_reasons_that_were_accepted_are_closed() -> None:
    reasons = [WORSE, "2 of 40 cells have no sealed raw log."]
    assert open_reasons(reasons, acceptance()) == reasons[1:]
    assert open_reasons(reasons, None) == reasons


def test_the_report_of_the_run_says_who_accepted_it_and_why(tmp_path: Path) -> None:
    run = planned(tmp_path, "run-1", DAY, baseline=Arm(release="4.1.0"), candidate=Arm(release="4.2.0"))
    worse, *_ = arm_sentences(run, "candidate")
    write_acceptance(tmp_path / "run-1", acceptance(regressions=(worse,)))
    assert list(arm_sentences(run, "candidate"))[1] == (
        "This regression was accepted by Mia Meer on 2026-11-24: Durability is worth it."
    )


def test_the_report_of_a_run_that_was_measured_again_does_not_claim_that_it_was_accepted(
    tmp_path: Path,
) -> None:
    run = planned(tmp_path, "run-1", DAY, baseline=Arm(release="4.1.0"), candidate=Arm(release="4.2.0"))
    write_acceptance(tmp_path / "run-1", acceptance())
    assert "accepted" not in " ".join(arm_sentences(run, "candidate"))


@pytest.mark.parametrize(
    ("baseline", "candidate", "subject"),
    [("4.2.0", "4.3.1", "Baseline"), ("4.1.0", "4.2.0", "Candidate")],
    ids=["against it", "of it"],
)
def test_the_next_comparison_shows_who_accepted_an_arm(
    tmp_path: Path, baseline: str, candidate: str, subject: str
) -> None:
    write_acceptance(tmp_path / "run-1", acceptance())
    arms = {"baseline": Arm(release=baseline), "candidate": Arm(release=candidate)}
    run = planned(tmp_path, "run-2", DAY + timedelta(days=1), **arms)
    assert list(arm_sentences(run, "candidate"))[1] == (
        f"{subject} (4.2.0) was worse than the baseline of run run-1 (4.1.0). This regression was accepted "
        "by Mia Meer on 2026-11-24: Durability is worth it."
    )


def test_an_arm_that_was_not_worse_is_not_said_to_have_been(tmp_path: Path) -> None:
    write_acceptance(tmp_path / "run-1", acceptance(regressions=(WORSE_OTHER,)))
    arms = {"baseline": Arm(release="4.1.0"), "candidate": Arm(release="4.2.0")}
    run = planned(tmp_path, "run-2", DAY + timedelta(days=1), **arms)
    assert "accepted" not in " ".join(arm_sentences(run, "candidate"))


@pytest.mark.parametrize(
    ("experiment", "days", "candidate"),
    [("another", 1, "4.2.0"), ("quick", -1, "4.2.0"), ("quick", 1, "4.3.1")],
    ids=["another experiment", "an earlier run", "another candidate"],
)
def test_other_comparisons_do_not(tmp_path: Path, experiment: str, days: int, candidate: str) -> None:
    write_acceptance(tmp_path / "run-1", acceptance(experiment=experiment))
    arms = {"baseline": Arm(release="4.1.0"), "candidate": Arm(release=candidate)}
    run = planned(tmp_path, "run-2", DAY + timedelta(days=days), **arms)
    assert "accepted" not in " ".join(arm_sentences(run, "candidate"))

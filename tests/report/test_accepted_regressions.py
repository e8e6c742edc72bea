from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from include.plan.experiment import Arm
from include.report.accepted_regressions import Acceptance, acceptance_of, open_reasons, write_acceptance
from include.report.arms.findings import arm_sentences
from include.report.measured_run import MeasuredRun, read_measured_run
from tests.report.sections.test_comparison import SEMANTICS, value
from tests.report.synthetic import make_plan, write_run

DAY = datetime(2026, 11, 24, 9, 30, tzinfo=UTC)
WORSE = "Candidate (4.2.0) is worse."


def acceptance(run: str = "run-1", regressions: tuple[str, ...] = (WORSE,), **changes: str) -> Acceptance:
    arms = {"baseline": "4.1.0", "candidate": "4.2.0"}
    content = {"by": "Mia Meer", "reason": "Durability is worth it.", "experiment": "quick", **changes}
    of_run = {"run": run, "arms": arms, "regressions": list(regressions), "at": DAY}
    return Acceptance.model_validate({**of_run, **content})


BASELINE, CANDIDATE = Arm(release="4.1.0"), Arm(release="4.2.0")


def planned(folder: Path, name: str, days: int = 0, old: Arm = BASELINE, new: Arm = CANDIDATE) -> MeasuredRun:
    plan = make_plan(SEMANTICS, 10, arms={"baseline": old, "candidate": new})
    plan = plan.model_copy(update={"run_id": name, "created": DAY + timedelta(days=days)})
    return read_measured_run(write_run(folder, plan, value(0.8)))


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


def test_the_report_says_who_accepted_the_run_and_why_unless_measured_again(tmp_path: Path) -> None:
    run = planned(tmp_path, "run-1")
    worse, *_ = arm_sentences(run, "candidate")
    write_acceptance(tmp_path / "run-1", acceptance(regressions=(worse,)))
    assert list(arm_sentences(run, "candidate"))[1] == (
        "This regression was accepted by Mia Meer on 2026-11-24: Durability is worth it."
    )
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
    run = planned(tmp_path, "run-2", 1, Arm(release=baseline), Arm(release=candidate))
    accepted = list(arm_sentences(run, "candidate"))[1]
    assert accepted.startswith(f"{subject} (4.2.0) was worse than the baseline of run run-1 (4.1.0). This")
    assert accepted.endswith("accepted by Mia Meer on 2026-11-24: Durability is worth it.")


@pytest.mark.parametrize(
    ("accepted", "days", "candidate"),
    [
        (acceptance(experiment="another"), 1, "4.2.0"),
        (acceptance(), -1, "4.2.0"),
        (acceptance(), 1, "4.3.1"),
        (acceptance(regressions=("Other (4.3.1) is worse.",)), 1, "4.2.0"),
    ],
    ids=["another experiment", "an earlier run", "another candidate", "it was not worse"],
)
def test_other_comparisons_do_not(tmp_path: Path, accepted: Acceptance, days: int, candidate: str) -> None:
    write_acceptance(tmp_path / "run-1", accepted)
    run = planned(tmp_path, "run-2", days, new=Arm(release=candidate))
    assert "accepted" not in " ".join(arm_sentences(run, "candidate"))

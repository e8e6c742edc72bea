from datetime import UTC, datetime
from pathlib import Path

import pytest

from include.machine.errors import UserError
from include.tasks import verdict
from include.tasks.user_errors import TaskSkippedError
from tests.tasks.conftest import Published

NOW = datetime(2026, 11, 24, 9, 30, tzinfo=UTC)


def test_a_worse_candidate_fails(runs: Path, published: Published) -> None:
    published(0.8)
    with pytest.raises(UserError) as failed:
        verdict.check_verdict("run-1", verdict.verdict_reasons("run-1"))
    worse = "Candidate (4.2.0) is worse (lower) in end-to-end throughput of at-least-once by 20"
    assert worse in str(failed.value)
    assert str(runs / "run-1" / "report" / "index.html") in str(failed.value)


def test_a_good_run_does_not_fail_and_no_difference_is_told(runs: Path, published: Published) -> None:
    published(1.0)
    verdict.check_verdict("run-1", verdict.verdict_reasons("run-1"))
    (sentence,) = verdict.comparison_sentences("run-1")
    assert "no difference was found in 4 comparisons" in sentence


def replace_in_verdict(runs: Path, before: str, after: str) -> None:
    file = runs / "run-1" / "results" / "verdict.json"
    content = file.read_text()
    assert before in content
    file.write_text(content.replace(before, after))


def test_an_accepted_run_does_not_fail_and_nobody_is_asked_again(runs: Path, published: Published) -> None:
    published(0.8)
    (regression,) = verdict.acceptable_regressions("run-1")
    assert regression.startswith("Candidate (4.2.0) is worse")
    message = "A reason should be one line of 1 to 500 characters"
    with pytest.raises(verdict.RefusedReasonError, match=message):
        verdict.accept("run-1", "Mia Meer", NOW, "two\nlines")
    assert not (runs / "run-1" / "results" / "acceptance.json").exists()
    verdict.accept("run-1", "Mia Meer", NOW, " Durability is worth it. ")
    assert verdict.verdict_reasons("run-1") == []
    sentence = "This regression was accepted by Mia Meer on 2026-11-24: Durability is worth it."
    assert sentence in (runs / "run-1" / "report" / "report.md").read_text()
    with pytest.raises(TaskSkippedError, match="the regression was accepted"):
        verdict.acceptable_regressions("run-1")


def test_a_run_measured_again_with_another_result_fails_again(runs: Path, published: Published) -> None:
    published(0.8)
    verdict.accept("run-1", "Mia Meer", NOW, "Durability is worth it.")
    replace_in_verdict(runs, "is worse (lower)", "is worse (still lower)")
    (reason,) = verdict.verdict_reasons("run-1")
    assert "still lower" in reason
    assert verdict.acceptable_regressions("run-1") == [reason]


def test_nobody_is_asked_about_a_good_run(runs: Path, published: Published) -> None:
    published(1.0)
    with pytest.raises(TaskSkippedError, match="no candidate is worse"):
        verdict.acceptable_regressions("run-1")


def test_a_broken_guarantee_cannot_be_accepted(runs: Path, published: Published) -> None:
    published(0.8)
    broken = '"reasons": [\n    "exactly-once broke its guarantee: 2 messages lost.",'
    replace_in_verdict(runs, '"reasons": [', broken)
    replace_in_verdict(runs, '"result": "worse"', '"result": "broken"')
    with pytest.raises(TaskSkippedError, match="are regressions: exactly-once broke its guarantee"):
        verdict.acceptable_regressions("run-1")

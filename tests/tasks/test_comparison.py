"""What the last task of a regression sweep says."""

from pathlib import Path

import pytest

from include.tasks.comparison import check_no_regression, comparison_sentences
from tests.report.sections.comparison.test_section import compared


def test_a_worse_candidate_ends_the_task_with_the_evidence(
    runs: Path, caplog: pytest.LogCaptureFixture
) -> None:
    compared(runs, 0.8)
    with pytest.raises(SystemExit):
        check_no_regression("run-1")
    assert "Candidate (4.2.0) is worse (lower) in end-to-end throughput of at-least-once by 20" in caplog.text
    assert str(runs / "run-1" / "report" / "index.html") in caplog.text


def test_an_equal_candidate_is_told_so(runs: Path) -> None:
    compared(runs, 1.0)
    check_no_regression("run-1")
    (sentence,) = comparison_sentences("run-1")
    assert "no difference was found in 4 comparisons" in sentence


def test_too_few_data_are_no_regression(runs: Path) -> None:
    compared(runs, 0.8, repetitions=3)
    check_no_regression("run-1")
    (sentence,) = comparison_sentences("run-1")
    assert "not enough data" in sentence

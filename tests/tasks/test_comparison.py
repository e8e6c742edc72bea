"""What the comparison of a regression sweep says."""

from pathlib import Path

from include.tasks.report import comparison_sentences
from tests.report.sections.comparison.test_section import compared


def test_an_equal_candidate_is_told_so(runs: Path) -> None:
    compared(runs, 1.0)
    (sentence,) = comparison_sentences("run-1")
    assert "no difference was found in 4 comparisons" in sentence

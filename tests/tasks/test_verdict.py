from pathlib import Path

import pytest

from include.errors import UserError
from include.tasks import verdict
from tests.tasks.conftest import Published


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

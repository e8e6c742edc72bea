"""The words by which results and reports tell what was judged: readers of their files look for them.

Recorded results have those of the verdicts, of the validity, and of the kinds of differences.
"""

from enum import StrEnum

import pytest

from include.verdicts.comparison.decide import Decision, Relevance
from include.verdicts.documented_cases import CaseOutcome
from include.verdicts.held_rate import Limit


@pytest.mark.parametrize(
    ("judged", "words"),
    [
        (Relevance, ["matters", "negligible", "open"]),
        (Limit, ["generator", "cores", "brokers", "consumers", "brokers or consumers"]),
        (Decision, ["worse", "better", "no difference found", "not enough data"]),
        (CaseOutcome, ["as documented", "not provoked", "unproven", "otherwise than documented"]),
    ],
)
def test_judgements_have_the_same_words_in_every_release(judged: type[StrEnum], words: list[str]) -> None:
    assert [member.value for member in judged] == words

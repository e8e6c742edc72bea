"""The words by which results and reports tell what was judged: readers of their files look for them."""

from enum import StrEnum

import pytest

from include.verdicts.documented_cases import CaseOutcome
from include.verdicts.guarantee import Verdict
from include.verdicts.held_rate import Limit
from include.verdicts.pairs import Kind
from include.verdicts.regression import Decision, Relevance
from include.verdicts.validity import Validity


@pytest.mark.parametrize(
    ("judged", "words"),
    [
        (Verdict, ["kept", "unproven", "broken"]),
        (Validity, ["valid", "invalid"]),
        (Kind, ["difference", "ratio"]),
        (Relevance, ["matters", "negligible", "open"]),
        (Limit, ["generator", "cores", "brokers", "consumers", "brokers or consumers"]),
        (Decision, ["worse", "better", "no difference found", "not enough data"]),
        (CaseOutcome, ["as documented", "not provoked", "unproven", "otherwise than documented"]),
    ],
)
def test_judgements_have_the_same_words_in_every_release(judged: type[StrEnum], words: list[str]) -> None:
    assert [member.value for member in judged] == words

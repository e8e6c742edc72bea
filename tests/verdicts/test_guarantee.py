import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.scenarios.semantics import Semantics
from include.verdicts.guarantee import RULES, Verdict, judge, worst

VIOLATIONS = ("lost", "duplicated", "out_of_order", "aborted_seen", "phantom")

MAY_HAPPEN = {
    Semantics.AT_MOST_ONCE: {"lost", "out_of_order", "aborted_seen"},
    Semantics.AT_LEAST_ONCE: {"duplicated", "out_of_order", "aborted_seen"},
    Semantics.IDEMPOTENT: {"aborted_seen"},
    Semantics.EXACTLY_ONCE: set(),
}


def metrics(**violations: float) -> dict[str, float | None]:
    return {"acked": 10, "received": 10, **dict.fromkeys(VIOLATIONS, 0), **violations}


@pytest.mark.parametrize("semantics", Semantics)
@pytest.mark.parametrize("violation", VIOLATIONS)
def test_one_violation_breaks_every_promise_that_excludes_it(semantics: Semantics, violation: str) -> None:
    expected = Verdict.KEPT if violation in MAY_HAPPEN[semantics] else Verdict.BROKEN
    assert judge(semantics, metrics(**{violation: 1})) is expected


@pytest.mark.parametrize("semantics", Semantics)
def test_without_any_violation_the_promise_is_kept(semantics: Semantics) -> None:
    assert judge(semantics, metrics()) is Verdict.KEPT


@pytest.mark.parametrize("semantics", Semantics)
def test_where_nothing_was_received_nothing_is_proven(semantics: Semantics) -> None:
    assert judge(semantics, metrics(received=0)) is Verdict.UNPROVEN


def test_loss_can_only_be_seen_among_acknowledged_messages() -> None:
    assert judge(Semantics.AT_LEAST_ONCE, metrics(acked=0)) is Verdict.UNPROVEN
    assert judge(Semantics.AT_MOST_ONCE, metrics(acked=0)) is Verdict.KEPT


@given(st.lists(st.sampled_from(Verdict)))
def test_the_worst_verdict_wins(verdicts: list[Verdict]) -> None:
    if Verdict.BROKEN in verdicts:
        assert worst(verdicts) is Verdict.BROKEN
    elif Verdict.UNPROVEN in verdicts or not verdicts:
        assert worst(verdicts) is Verdict.UNPROVEN
    else:
        assert worst(verdicts) is Verdict.KEPT


def test_every_semantics_has_its_promise() -> None:
    assert set(RULES) == set(Semantics)

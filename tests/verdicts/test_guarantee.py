from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.kinds.semantics.registry import MESSAGE_VIOLATIONS, SEMANTICS
from include.load.job import Processing
from include.settings.any_settings import settings_of
from include.settings.cell import ScenarioSettings
from include.verdicts.guarantee import CHANCES, Verdict, is_evidence, judge, promised, worst

VIOLATIONS = tuple(violation for violation in CHANCES if violation in MESSAGE_VIOLATIONS)

MAY_HAPPEN = {
    "at-most-once": {"lost", "gone", "out_of_order", "aborted_seen", "torn", "hanging"},
    "at-least-once": {"duplicated", "out_of_order", "aborted_seen", "torn", "hanging"},
    "idempotent": {"aborted_seen", "torn", "hanging"},
    "exactly-once": set(),
}


def cell(semantics: str, **settings: Any) -> ScenarioSettings:
    return settings_of({"semantics": semantics, "rate": 1000, **settings})


def metrics(**violations: float | None) -> dict[str, float | None]:
    return {"sent": 10, "acked": 10, "received": 10, **dict.fromkeys(VIOLATIONS, 0), **violations}


def may_happen(settings: ScenarioSettings) -> set[str]:
    return set(VIOLATIONS) - promised(settings)


@pytest.mark.parametrize("semantics", MAY_HAPPEN)
@pytest.mark.parametrize("violation", VIOLATIONS)
def test_one_violation_breaks_every_promise_that_excludes_it(semantics: str, violation: str) -> None:
    expected = Verdict.KEPT if violation in MAY_HAPPEN[semantics] else Verdict.BROKEN
    assert judge(cell(semantics), metrics(**{violation: 1})) is expected


@pytest.mark.parametrize("semantics", SEMANTICS)
@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ({}, Verdict.KEPT),
        ({"gone": None}, Verdict.KEPT),  # nobody looked for it
        ({"corrupted": None}, Verdict.KEPT),
        ({"acked": 5}, Verdict.KEPT),
        ({"acked": 4}, Verdict.UNPROVEN),
        ({"acked": 0}, Verdict.UNPROVEN),
        ({"sent": 0, "acked": 0}, Verdict.UNPROVEN),
        ({"received": 0}, Verdict.UNPROVEN),
        ({"unreached": 0}, Verdict.KEPT),
        ({"unreached": 1}, Verdict.UNPROVEN),
    ],
)
def test_a_promise_is_kept_without_a_violation_if_half_of_the_messages_could_have_shown_it(
    semantics: str, counts: dict[str, float | None], verdict: Verdict
) -> None:
    assert judge(cell(semantics), metrics(**counts)) is verdict


def test_a_violation_counts_among_few_messages_and_evidence_are_messages_that_were_acknowledged() -> None:
    assert judge(cell("at-least-once"), metrics(acked=1, lost=1)) is Verdict.BROKEN
    assert list(CHANCES.values()) == sorted(CHANCES.values())
    assert not is_evidence({"sent": None, "acked": None})
    assert not is_evidence({"sent": 10, "acked": None})
    assert is_evidence({"sent": None, "acked": 1})


def test_a_violation_by_the_processing_order_is_allowed() -> None:
    allowed = {
        Processing.COMMIT_FIRST: {"lost"},
        Processing.AUTO_COMMIT: {"lost"},
        Processing.PROCESS_FIRST: {"duplicated"},
        Processing.PROCESS_FIRST_ASYNC: {"duplicated"},
    }
    assert {order: may_happen(cell("exactly-once", processing=order)) for order in allowed} == allowed


def test_the_promise_is_that_of_producer_consumer_and_isolation_level_or_of_the_copier() -> None:
    early = may_happen(cell("at-least-once", processing="commit-first"))
    assert early == {*MAY_HAPPEN["at-least-once"], "lost"}
    assert may_happen(cell("idempotent", fault="kill-leader")) == {"aborted_seen", "torn", "hanging"}
    assert "duplicated" in may_happen(cell("idempotent", fault="kill-producer"))
    allowed = may_happen(cell("exactly-once", isolation_level="read_uncommitted"))
    assert allowed == {"aborted_seen", "torn", "hanging", "duplicated", "out_of_order"}
    assert may_happen(cell("exactly-once", scenario="copy")) == set()
    assert "duplicated" in may_happen(cell("idempotent", scenario="copy"))


@given(st.lists(st.sampled_from(Verdict)))
def test_the_worst_verdict_wins(verdicts: list[Verdict]) -> None:
    if Verdict.BROKEN in verdicts:
        assert worst(verdicts) is Verdict.BROKEN
    elif Verdict.UNPROVEN in verdicts or not verdicts:
        assert worst(verdicts) is Verdict.UNPROVEN
    else:
        assert worst(verdicts) is Verdict.KEPT

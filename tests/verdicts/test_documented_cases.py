from typing import Any

import pytest

from include.scenarios.registry import settings_of
from include.verdicts.documented_cases import ALL_VIOLATIONS, CASES, CaseOutcome, cases_of


def names(semantics: str, **settings: Any) -> list[str]:
    cell = settings_of({"semantics": semantics, "rate": 1000, **settings})
    return [case.name for case in cases_of(cell)]


@pytest.mark.parametrize(
    ("semantics", "settings", "case"),
    [
        ("at-most-once", {"fault": "stop-leader"}, "At most once (a)"),
        ("at-most-once", {"fault": "kill-leader"}, "At most once (b)"),
        (
            "at-most-once",
            {"processing": "commit-first", "fault": "kill-before-processing"},
            "At most once (c)",
        ),
        ("at-least-once", {"idempotence": False, "fault": "freeze-leader"}, "At least once (a), broker"),
        ("at-least-once", {"fault": "kill-producer"}, "At least once (a), producer"),
        (
            "at-least-once",
            {"processing": "process-first", "fault": "kill-before-commit"},
            "At least once (b)",
        ),
        ("exactly-once", {"fault": "kill-coordinator"}, "Exactly once"),
        ("exactly-once", {"scenario": "copy", "fault": "kill-before-commit"}, "Exactly once"),
    ],
)
def test_each_documented_case_covers_the_cell_that_provokes_it(
    semantics: str, settings: dict[str, Any], case: str
) -> None:
    assert case in names(semantics, **settings)


def test_without_a_fault_there_is_no_case() -> None:
    assert names("exactly-once") == names("at-most-once") == []


def outcome(name: str, **totals: int | None) -> CaseOutcome:
    case = next(case for case in CASES if case.name == name)
    return case.outcome({"sent": 10, "acked": 10, **dict.fromkeys(ALL_VIOLATIONS, 0), **totals})


def test_a_documented_loss_is_as_documented() -> None:
    assert outcome("At most once (b)", lost=3) is CaseOutcome.AS_DOCUMENTED


def test_a_documented_loss_that_did_not_occur_was_not_provoked() -> None:
    assert outcome("At most once (b)") is CaseOutcome.NOT_PROVOKED


def test_a_duplicate_in_a_case_of_a_loss_is_not_as_documented() -> None:
    assert outcome("At most once (b)", lost=3, duplicated=1) is CaseOutcome.NOT_AS_DOCUMENTED


@pytest.mark.parametrize("violation", ALL_VIOLATIONS)
def test_any_violation_of_exactly_once_is_not_as_documented(violation: str) -> None:
    assert outcome("Exactly once", **{violation: 1}) is CaseOutcome.NOT_AS_DOCUMENTED
    assert outcome("Exactly once") is CaseOutcome.AS_DOCUMENTED


def test_a_control_whose_violation_occurred_is_as_documented() -> None:
    assert outcome("Control: unclean leader election", gone=9) is CaseOutcome.AS_DOCUMENTED


@pytest.mark.parametrize(
    "case", ["Exactly once", "f + 1 replicas", "At most once (b)", "Control: unclean leader election"]
)
@pytest.mark.parametrize("acked", [0, 4, None])
def test_a_case_in_which_too_few_messages_were_acknowledged_is_unproven(case: str, acked: int | None) -> None:
    assert outcome(case, acked=acked) is CaseOutcome.UNPROVEN


def test_what_was_provoked_and_what_is_excluded_counts_however_few_messages_were_acknowledged() -> None:
    assert outcome("Control: unclean leader election", acked=1, lost=1) is CaseOutcome.AS_DOCUMENTED
    assert outcome("Exactly once", acked=1, lost=1) is CaseOutcome.NOT_AS_DOCUMENTED


def test_a_duplicate_that_was_provoked_does_not_prove_that_nothing_was_lost() -> None:
    assert outcome("At least once (b)", acked=1, duplicated=1) is CaseOutcome.UNPROVEN


def test_a_violation_that_nobody_looked_for_did_not_occur_as_far_as_is_known() -> None:
    assert outcome("Exactly once", gone=None) is CaseOutcome.AS_DOCUMENTED


def test_every_case_provokes_or_excludes_a_violation() -> None:
    assert all(case.provokes or case.excludes for case in CASES)

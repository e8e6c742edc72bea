from typing import Any

import pytest

from include.scenarios.registry import settings_of
from include.verdicts.documented_cases import CASES, EVERY, Finding, cases_of


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
def test_each_case_of_the_documentation_has_what_provokes_it(
    semantics: str, settings: dict[str, Any], case: str
) -> None:
    assert case in names(semantics, **settings)


def test_without_a_fault_there_is_no_case() -> None:
    assert names("exactly-once") == names("at-most-once") == []


def find(name: str, **totals: int) -> Finding:
    case = next(case for case in CASES if case.name == name)
    return case.finding(dict.fromkeys(EVERY, 0) | totals)


def test_a_loss_that_the_documentation_foresees_is_as_it_says() -> None:
    assert find("At most once (b)", lost=3) is Finding.AS_SAID


def test_a_loss_that_did_not_come_was_not_provoked() -> None:
    assert find("At most once (b)") is Finding.NOT_PROVOKED


def test_a_duplicate_where_only_a_loss_was_foreseen_is_a_finding() -> None:
    assert find("At most once (b)", lost=3, duplicated=1) is Finding.OTHERWISE


@pytest.mark.parametrize("violation", EVERY)
def test_anything_that_happens_to_exactly_once_is_a_finding(violation: str) -> None:
    assert find("Exactly once", **{violation: 1}) is Finding.OTHERWISE
    assert find("Exactly once") is Finding.AS_SAID


def test_a_control_that_shows_what_it_is_made_to_show_is_as_foreseen() -> None:
    assert find("Control: unclean leader election", gone=9) is Finding.AS_SAID


def test_every_case_is_to_show_something_or_nothing_of_something() -> None:
    assert all(case.provokes or case.excludes for case in CASES)

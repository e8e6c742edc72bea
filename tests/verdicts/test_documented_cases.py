from typing import Any

import pytest
from pydantic import ValidationError

from include.faults.registry import FAULTS
from include.scenarios.registry import settings_of
from include.scenarios.semantics.registry import MESSAGE_VIOLATIONS
from include.verdicts.documented_cases import ALL_VIOLATIONS, CASES, CaseOutcome, cases_of

RETRY_WITHOUT_IDEMPOTENCE = ["At least once (a), broker", "Control: a retry without idempotence"]

UNCOMMITTED = {"isolation_level": "read_uncommitted"}
IDEMPOTENT = {"idempotence": True}
UNCLEAN = {"unclean_leader_election": True, "replication": 2}
PROCESS_FIRST, COMMIT_FIRST = {"processing": "process-first"}, {"processing": "commit-first"}
ASYNCHRONOUS, AUTOMATIC = {"processing": "process-first-async"}, {"processing": "auto-commit"}
COPY = {"scenario": "copy"}

STRUCK: dict[str, Any] = {
    "strike": [{"request": "EndTxn", "act": "drop", "client": "cut"}],
    "lead_in_seconds": 2,
}
LATE = "A late request of a client with version 1 of transactions"
LATE_MESSAGE = "A late message of an aborted transaction, before Kafka 3.6"

CUT_OFF: dict[str, Any] = {"messages": 100, "fault_after": 0.4, "transaction_messages": 4}

COVERED: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("kill-leader", "at-most-once", COPY, []),
    ("kill-leader", "at-least-once", IDEMPOTENT, ["f + 1 replicas"]),
    ("kill-leader", "exactly-once", UNCOMMITTED, []),
    ("freeze-leader", "at-least-once", IDEMPOTENT, []),
    ("stop-leader", "at-most-once", COPY, []),
    ("lose-replicas", "at-most-once", {"replication": 2}, []),
    ("lose-replicas", "at-most-once", UNCLEAN, ["Control: unclean leader election"]),
    ("kill-leader", "at-most-once", UNCLEAN, ["At most once (b)"]),
    ("rebalance", "exactly-once", UNCOMMITTED, []),
    ("rebalance", "exactly-once", {}, ["Exactly once"]),
    ("kill-before-processing", "at-least-once", COMMIT_FIRST, ["At most once (c)"]),
    ("kill-before-processing", "at-least-once", AUTOMATIC, ["At most once (c)"]),
    ("kill-before-commit", "at-least-once", AUTOMATIC, ["At most once, automatic commit"]),
    ("kill-leader", "at-least-once", {**AUTOMATIC, **IDEMPOTENT}, ["f + 1 replicas"]),
    ("kill-before-commit", "exactly-once", PROCESS_FIRST, ["At least once (b)"]),
    ("kill-before-commit", "exactly-once", {**COPY, **UNCOMMITTED}, ["Control: reading uncommitted"]),
    ("freeze-consumer", "exactly-once", PROCESS_FIRST, []),
    ("strike-request", "exactly-once", STRUCK, ["Exactly once", LATE]),
    ("strike-request", "exactly-once", {**STRUCK, "client": "java-3.9.2"}, ["Exactly once", LATE]),
    ("strike-request", "exactly-once", {**STRUCK, "client": "java-4.4.0"}, ["Exactly once"]),
    ("cut-off-producer", "exactly-once", {**CUT_OFF, "transaction_messages": 7}, ["Exactly once"]),
    ("cut-off-producer", "exactly-once", {**CUT_OFF, "producers": 9}, ["Exactly once", LATE]),
    (
        "cut-off-producer",
        "exactly-once",
        {**CUT_OFF, "producers": 2, "transaction_messages": 8},
        ["Exactly once"],
    ),
    (
        "strike-request",
        "exactly-once",
        {**STRUCK, "strike": [{"request": "Produce", "act": "drop", "client": "cut"}]},
        ["Exactly once", LATE_MESSAGE],
    ),
]
"""Cells that no experiment of the project has: its golden file has the cases of its cells."""

STATEMENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "At most once (a)": (("lost",), ("duplicated",)),
    "At most once (b)": (("lost",), ("duplicated",)),
    "At most once (c)": (("lost",), ("duplicated",)),
    "At least once (a), broker": (("duplicated",), ("lost", "gone")),
    "At least once (a), producer": (("duplicated",), ("lost", "gone")),
    "At least once (b)": (("duplicated",), ("lost", "gone")),
    "Exactly once": ((), ALL_VIOLATIONS),
    LATE: (("lost", "gone", "aborted_seen", "torn"), ()),
    LATE_MESSAGE: (("duplicated", "aborted_seen", "hanging"), ()),
    "At most once, automatic commit": ((), ("duplicated",)),
    "Control: a retry without idempotence": (("duplicated", "out_of_order"), ()),
    "Control: unclean leader election": (("lost", "gone"), ()),
    "Control: reading uncommitted": (("aborted_seen",), ()),
    "Waiting for the leader": ((), ("lost", "gone")),
    "f + 1 replicas": ((), ("lost", "gone")),
}
"""What each case provokes, and what it excludes."""


def names(semantics: str, **settings: Any) -> list[str]:
    cell = settings_of({"semantics": semantics, "rate": 1000, **settings})
    return [case.name for case in cases_of(cell)]


@pytest.mark.parametrize(("fault", "semantics", "settings", "expected"), COVERED)
def test_a_cell_is_evidence_for_these_cases_and_no_other(
    fault: str, semantics: str, settings: dict[str, Any], expected: list[str]
) -> None:
    assert names(semantics, fault=fault, **settings) == expected


def test_each_case_provokes_and_excludes_what_the_documentation_says_and_has_no_cell_of_queues() -> None:
    assert {case.name: (case.provokes, case.excludes) for case in CASES} == STATEMENTS
    assert set(ALL_VIOLATIONS) == set(MESSAGE_VIOLATIONS)
    assert [*cases_of(settings_of({"scenario": "queue", "system": "kafka"}))] == []


def allowed(fault: str, semantics: str, settings: dict[str, Any]) -> bool:
    try:
        names(semantics, fault=fault, **settings)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("fault", FAULTS)
def test_exactly_once_holds_under_every_fault_that_it_can_have(fault: str) -> None:
    cells = [cell for cell in ({}, COPY, {"replication": 2}) if allowed(fault, "exactly-once", cell)]
    assert all("Exactly once" in names("exactly-once", fault=fault, **cell) for cell in cells)


AS, NOT_AS, UNPROVEN = CaseOutcome.AS_DOCUMENTED, CaseOutcome.NOT_AS_DOCUMENTED, CaseOutcome.UNPROVEN

UNCLEAN_ELECTION = "Control: unclean leader election"


@pytest.mark.parametrize(
    ("name", "totals", "outcome"),
    [
        ("At most once (b)", {"lost": 3}, AS),
        ("At most once (b)", {}, CaseOutcome.NOT_PROVOKED),
        ("At most once (b)", {"lost": 3, "duplicated": 1}, NOT_AS),
        (UNCLEAN_ELECTION, {"gone": 9}, AS),
        ("Exactly once", {}, AS),
        ("Exactly once", {"gone": None}, AS),
        *(("Exactly once", {violation: 1}, NOT_AS) for violation in ALL_VIOLATIONS),
        *(
            (name, {"acked": acked}, UNPROVEN)
            for name in ("Exactly once", "f + 1 replicas", "At most once (b)", UNCLEAN_ELECTION)
            for acked in (0, 4, None)
        ),
        (UNCLEAN_ELECTION, {"acked": 1, "lost": 1}, AS),
        ("Exactly once", {"acked": 1, "lost": 1}, NOT_AS),
        ("At least once (b)", {"acked": 1, "duplicated": 1}, UNPROVEN),
    ],
)
def test_the_outcome_follows_from_violations_and_few_acknowledged_messages_prove_no_absence(
    name: str, totals: dict[str, int | None], outcome: CaseOutcome
) -> None:
    case = next(case for case in CASES if case.name == name)
    assert case.outcome({"sent": 10, "acked": 10, **dict.fromkeys(ALL_VIOLATIONS, 0), **totals}) is outcome

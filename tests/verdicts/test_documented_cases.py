from typing import Any

import pytest
from pydantic import ValidationError

from include.kinds.fault import FAULTS
from include.kinds.semantics.registry import MESSAGE_VIOLATIONS
from include.settings.any_settings import settings_of
from include.verdicts.documented_cases import ALL_VIOLATIONS, CASES, CaseOutcome, cases_of

UNCOMMITTED = {"isolation_level": "read_uncommitted"}
COPY = {"scenario": "copy"}
OF_END = [{"request": "EndTxn", "act": "drop", "client": "cut"}]
STRUCK: dict[str, Any] = {"strike": OF_END, "lead_in_seconds": 2}
LATE = "A late request of a client with version 1 of transactions"
LATE_MESSAGE = "A late message of an aborted transaction, before Kafka 3.6"
CUT_OFF: dict[str, Any] = {"messages": 100, "fault_after": 0.4, "transaction_messages": 4}
LATE_MARKER = "A late request between brokers, about a client with version 1 of transactions"
OF_BROKERS = [{"request": "WriteTxnMarkers", "of": "brokers", "act": "drop", "client": "cut"}]
OF_PRODUCE = [{"request": "Produce", "act": "drop", "client": "cut"}]

COVERED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("kill-before-commit", {**COPY, **UNCOMMITTED}, ["Control: reading uncommitted"]),
    ("kill-before-commit", {"processing": "process-first"}, ["At least once (b)"]),
    ("kill-leader", UNCOMMITTED, []),
    ("strike-request", STRUCK, ["Exactly once", LATE]),
    ("strike-request", {**STRUCK, "client": "java-3.9.2"}, ["Exactly once", LATE]),
    ("strike-request", {**STRUCK, "client": "java-4.4.0"}, ["Exactly once"]),
    ("strike-request", {**STRUCK, "strike": OF_PRODUCE}, ["Exactly once", LATE_MESSAGE]),
    ("strike-request", {**STRUCK, "strike": OF_BROKERS}, ["Exactly once", LATE_MARKER]),
    ("strike-request", {**STRUCK, "strike": OF_BROKERS, "client": "java-4.4.0"}, ["Exactly once"]),
    ("cut-off-producer", {**CUT_OFF, "transaction_messages": 7}, ["Exactly once"]),
    ("cut-off-producer", {**CUT_OFF, "producers": 9}, ["Exactly once", LATE]),
    ("cut-off-producer", {**CUT_OFF, "producers": 2, "transaction_messages": 8}, ["Exactly once"]),
]
"""Cells of exactly-once that no experiment has: golden files have the cases of all cells of experiments."""

STATEMENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "At most once (a)": (("lost",), ("duplicated",)),
    "At most once (b)": (("lost",), ("duplicated",)),
    "At most once (c)": (("lost",), ("duplicated",)),
    "At least once (a), broker": (("duplicated",), ("lost", "gone")),
    "At least once (a), producer": (("duplicated",), ("lost", "gone")),
    "At least once (b)": (("duplicated",), ("lost", "gone")),
    "Exactly once": ((), ALL_VIOLATIONS),
    LATE: (("lost", "gone", "aborted_seen", "torn"), ()),
    LATE_MARKER: (("lost", "gone", "aborted_seen", "torn"), ()),
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
    return [case.name for case in cases_of(settings_of({"semantics": semantics, "rate": 1000, **settings}))]


@pytest.mark.parametrize(("fault", "settings", "cases"), COVERED)
def test_a_cell_tests_these_cases_and_no_more(fault: str, settings: dict[str, Any], cases: list[str]) -> None:
    assert names("exactly-once", fault=fault, **settings) == cases


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

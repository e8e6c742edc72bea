from typing import Any

from include.rawlog.schemas import NEVER_SENT
from include.spark_jobs.tables.violations import COLUMNS, violation_rows
from tests.spark_jobs.cells import raw_cell

SENT = [
    (0, 3, 30, 1, 2, "acked", None),
    (1, 4, 40, 1, 2, "acked", 7),
    (2, 5, 50, 1, 2, "acked", 8),
    (3, 6, None, 1, None, "unknown", 9),
    (4, 3, 31, 1, 2, "acked", None),
]
TRANSACTIONS = [(7, 0, 1, 2, 1, "committed"), (8, 0, None, 2, 1, "aborted"), (9, 0, 1, 2, 1, "committed")]
RECEIVED = [
    (4, 3, 31, 10, 0),
    (0, 3, 30, 11, 0),
    (0, 3, 33, 12, 0),
    (2, 5, 50, 13, 0),
    (77, 9, 90, 14, 0),
    (NEVER_SENT, 8, 80, 15, 0, 4),
]
AUDIT = [(0, 3, 30, True), (4, 3, 31, True), (2, 5, 50, False)]


def rows(audit: list[tuple[Any, ...]] | None) -> list[tuple[Any, ...]]:
    violations = violation_rows(raw_cell(SENT, RECEIVED, TRANSACTIONS, audit=audit))
    assert violations.schema == COLUMNS
    return sorted((tuple(row.values())[1:] for row in violations.to_pylist()), key=lambda row: row[:2])


def test_each_violation_has_its_message_its_place_its_transaction_and_whether_the_log_has_it() -> None:
    assert rows(audit=None) == [
        ("aborted_seen", 2, 5, 50, 8, None),
        ("corrupted", 4, 8, 80, None, None),
        ("duplicated", 0, 3, 33, None, None),
        ("lost", 1, 4, 40, 7, None),
        ("out_of_order", 0, 3, 30, None, None),
        ("phantom", 77, 9, 90, None, None),
    ]
    assert [(row[0], row[1], row[-1]) for row in rows(AUDIT)] == [
        ("aborted_seen", 2, True),
        ("corrupted", 4, True),
        ("duplicated", 0, True),
        ("gone", 1, False),
        ("lost", 1, False),
        ("out_of_order", 0, True),
        ("phantom", 77, False),
    ]


def test_what_stands_behind_a_transaction_that_never_ends_hangs() -> None:
    audit = [*AUDIT, (1, 4, 40, False), (1, 4, 39, False)]
    violations = violation_rows(raw_cell(SENT, RECEIVED, TRANSACTIONS, audit=audit, hanging={4: 40, 8: 0}))
    hanging = [tuple(row.values())[2:6] for row in violations.to_pylist() if row["violation"] == "hanging"]
    assert hanging == [(1, 4, 40, 7)]


def test_a_message_is_in_the_log_with_all_its_outputs_and_not_with_some() -> None:
    flat_map = {"scenario": "application", "application": "flink", "rate": 10, "outputs_per_message": 2}
    sent = [(id, 0, id, 1, 2, "acked", None) for id in range(2)]
    outputs = [(0, 0, 0), (0, 0, 1), (1, 0, 2)]
    audit = [(*output, True) for output in outputs]
    cell = raw_cell(sent, [(*output, 10, 0) for output in outputs[1:]], audit=audit, settings=flat_map)
    found = {(row["violation"], row["id"]): row["in_log"] for row in violation_rows(cell).to_pylist()}
    assert found == {("lost", 0): True, ("lost", 1): False, ("gone", 1): False}

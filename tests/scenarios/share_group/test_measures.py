from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from include.rawlog.schemas import NEVER_SENT, scenario_tables
from include.rawlog.table_writer import log_table
from include.scenarios.share_group.measures import NEVER, deliveries_of, ends, explanations

S = 1_000_000_000
LOCK_NS = 15 * S
SCHEMA = scenario_tables("share_group")["share_deliveries.parquet"].schema


def table(*rows: dict[str, Any]) -> pa.Table:
    defaults = {
        "id": 0, "partition": 0, "offset": 0, "delivery": 1, "received_ns": 0, "decision": "accept",
        "member": 0, "attempt": 1, "answered_ns": None, "is_accepted": None,
    }  # fmt: skip
    complete = [{**defaults, **row} for row in rows]
    without_flags = pa.schema([field for field in SCHEMA if field.name != "is_accepted"])
    flags = pa.array([row["is_accepted"] for row in complete], pa.bool_())
    return log_table(complete, without_flags).append_column("is_accepted", flags).select(SCHEMA.names)


def causes(
    *rows: dict[str, Any], struck_ns: int = NEVER, struck: dict[str, int] | None = None
) -> dict[str, int]:
    counts = explanations(deliveries_of(table(*rows), struck or {}), LOCK_NS, struck_ns)
    return {name: count for name, count in counts.items() if count}


SETTLED = {"answered_ns": S, "is_accepted": True}


@pytest.mark.parametrize(
    ("first", "again_ns", "cause"),
    [
        ({"decision": "release", **SETTLED}, 2 * S, "again_after_release"),
        ({}, 15 * S, "again_after_lock"),
        ({}, 3 * S, "unexplained"),
        (SETTLED, 20 * S, "unexplained"),
        ({"answered_ns": S, "is_accepted": False}, 2 * S, "again_after_refusal"),
    ],
)
def test_a_further_delivery_has_one_cause(first: dict[str, Any], again_ns: int, cause: str) -> None:
    assert causes(first, {"delivery": 2, "received_ns": again_ns}) == {cause: 1}


def test_the_death_of_a_member_explains_what_it_had_not_acknowledged() -> None:
    successor = {"id": 9, "member": 0, "attempt": 2, "received_ns": 9 * S}
    again = {"member": 1, "delivery": 2, "received_ns": 2 * S}
    assert causes({}, again, successor) == {"again_after_member": 1}
    assert causes(SETTLED, again, successor) == {"unexplained": 1}


def test_the_session_of_a_frozen_or_killed_member_may_end_before_its_lock() -> None:
    again = {"member": 1, "delivery": 2, "received_ns": 8 * S}
    assert causes({}, again, struck={"consumer-0": 2 * S}) == {"again_after_member": 1}
    assert causes({}, {**again, "received_ns": 15 * S}, struck={"consumer-0": 2 * S}) == {
        "again_after_lock": 1
    }
    assert causes({}, again, struck={"consumer-0": 9 * S}) == {"unexplained": 1}
    assert causes({}, again, struck={"consumer-1": 2 * S}) == {"unexplained": 1}
    assert causes(SETTLED, again, struck={"consumer-0": 2 * S}) == {"unexplained": 1}


def test_a_struck_broker_explains_deliveries_after_it_of_what_was_not_acknowledged() -> None:
    again = {"delivery": 1, "received_ns": 4 * S}
    assert causes({}, again, struck_ns=3 * S) == {"again_after_broker": 1}
    assert causes({}, again, struck_ns=5 * S) == {"unexplained": 1}
    assert causes(SETTLED, again, struck_ns=3 * S) == {"unexplained": 1}


def test_messages_are_settled_archived_or_left() -> None:
    deliveries = deliveries_of(
        table(
            {"id": 0, **SETTLED},
            {"id": 1, "decision": "reject", **SETTLED},
            {"id": 2, "decision": "release", **SETTLED},
            {"id": 3, "decision": "release", "delivery": 2, **SETTLED},
            {"id": 4, "answered_ns": S, "is_accepted": False},
            {"id": 5},  # its member was killed before the answer came
            {"id": NEVER_SENT, "decision": "release"},
            {"id": 6, "delivery": 2},  # the same at the limit
            {"id": 8, "decision": "release"},  # its sending was not acknowledged
        )
    )
    assert ends(deliveries, np.arange(8), limit=2) == {"archived": 2, "unsettled": 2}


def test_a_cell_without_deliveries_has_none() -> None:
    assert causes() == {}
    assert ends(deliveries_of(table()), np.arange(3), limit=5) == {"archived": 0, "unsettled": 0}

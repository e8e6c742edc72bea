from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from include.rawlog.manifest import ClusterRecord
from include.rawlog.schemas import NEVER_SENT, STRIKES, scenario_tables
from include.rawlog.table_writer import log_table
from include.scenarios.share_group.measures import (
    MEASURES,
    NEVER,
    NO_RENEWALS,
    deliveries_of,
    ends,
    explanations,
    given_up,
)
from include.scenarios.share_group.settings import LIMIT_OF_BROKERS
from tests.spark_jobs.cells import raw_cell

S = 1_000_000_000
LOCK_NS = 15 * S
SCHEMA = scenario_tables("share_group")["share_deliveries.parquet"].schema


def table(*rows: dict[str, Any]) -> pa.Table:
    defaults = {
        "id": 0, "partition": 0, "offset": 0, "delivery": 1, "received_ns": 0, "decision": "accept",
        "member": 0, "attempt": 1, "is_attempted": True, "answered_ns": None, "is_accepted": None,
    }  # fmt: skip
    complete = [{**defaults, **row} for row in rows]
    flags = [field.name for field in SCHEMA if pa.types.is_boolean(field.type)]
    rest = log_table(complete, pa.schema([field for field in SCHEMA if field.name not in flags]))
    for name in flags:
        rest = rest.append_column(name, pa.array([row[name] for row in complete], pa.bool_()))
    return rest.select(SCHEMA.names)


def causes(
    *rows: dict[str, Any], struck_ns: int = NEVER, struck: dict[str, int] | None = None
) -> dict[str, int]:
    counts = explanations(deliveries_of(table(*rows), struck or {}), LOCK_NS, struck_ns)
    return {name: count for name, count in counts.items() if count}


def renewals(*begun_ns: int, id: int = 0) -> pa.Table:
    """Renewals of the delivery of a message that was received at 0."""
    nothing = dict.fromkeys(NO_RENEWALS.schema.names, 0)
    return log_table([{**nothing, "id": id, "begun_ns": at} for at in begun_ns], NO_RENEWALS.schema)


@pytest.mark.parametrize(
    ("begun_ns", "again_ns", "cause"),
    [
        ([5 * S, 10 * S], 20 * S, "unexplained"),
        ([5 * S, 10 * S], 25 * S, "again_after_lock"),
        ([], 20 * S, "again_after_lock"),
        ([25 * S], 20 * S, "again_after_lock"),  # too late
    ],
)
def test_a_renewed_lock_ends_later(begun_ns: list[int], again_ns: int, cause: str) -> None:
    rows = table(KILLED, {"member": 1, "received_ns": again_ns}, {"id": 1})
    counts = explanations(deliveries_of(rows, renewals=renewals(*begun_ns)), LOCK_NS, NEVER)
    assert {name: count for name, count in counts.items() if count} == {cause: 1}


def test_renewals_are_counted_where_members_renew() -> None:
    settings = {"scenario": "share_group", "semantics": "idempotent", "rate": 1, "seconds": 1}
    cell = raw_cell(sent=[(0, 0, 0, 0, 1, "acked")], settings=settings)
    cell.files["share_deliveries.parquet"] = table({"id": NEVER_SENT}, {}, {"received_ns": 2 * S})
    metrics = MEASURES.metrics(cell)
    assert (metrics["renewals"], metrics["renewals_late"]) == (None, None)
    of_others = renewals(S, id=NEVER_SENT)
    cell.files["share_renewals.parquet"] = pa.concat_tables([renewals(S, 3 * S, 4 * S), of_others])
    metrics = MEASURES.metrics(cell)
    assert (metrics["renewals"], metrics["renewals_late"]) == (3, 2)


def strikes(*rows: dict[str, Any]) -> pa.Table:
    """Struck acknowledgements of partition 0, at 2 s, which were answered without an error at 3 s."""
    defaults = {
        "request": "ShareAcknowledge", "partitions": "0", "act": "pass", "struck_ns": 2 * S,
        "answered_ns": 3 * S, "error_code": 0,
    }  # fmt: skip
    nothing = dict.fromkeys(STRIKES.names)
    return log_table([{**nothing, **defaults, **row} for row in rows], STRIKES)


def causes_after(strike: dict[str, Any], *rows: dict[str, Any]) -> dict[str, int]:
    deliveries = deliveries_of(table(*rows), strikes=strikes(strike))
    counts = explanations(deliveries, LOCK_NS, NEVER, strike_ns=2 * S)
    return {name: count for name, count in counts.items() if count}


SETTLED = {"answered_ns": S, "is_accepted": True}
KILLED = {"is_attempted": False}
"""A delivery to a member that was killed before it acknowledged."""


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


def test_a_release_that_the_member_never_sent_explains_nothing() -> None:
    unsent = {"decision": "release", **KILLED}
    assert causes(unsent, {"delivery": 2, "received_ns": 2 * S}) == {"unexplained": 1}
    assert causes(unsent, {"delivery": 2, "received_ns": 15 * S}) == {"again_after_lock": 1}


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


def test_a_delivery_that_was_on_its_way_while_the_message_was_delivered_once_more_is_explained() -> None:
    first = {"delivery": 2, "received_ns": 3 * S, "answered_ns": 4 * S, "is_accepted": True}
    late = {"member": 1, "delivery": 1, "received_ns": 9 * S}
    assert causes(first, late, struck_ns=2 * S) == {"again_after_broker": 1}
    assert causes(first, late) == {"again_after_lock": 1}
    # A leader that has forgotten an acceptance counts from the beginning.
    known = {"delivery": 1, "received_ns": S, "answered_ns": 2 * S, "is_accepted": False}
    assert causes(known, first, late, struck_ns=2 * S)["unexplained"] == 1


LOST = {"act": "drop", "answered_ns": None, "error_code": None}
AGAIN = {"member": 1, "delivery": 2, "received_ns": 4 * S}


def test_a_strike_explains_deliveries_after_it_of_what_the_broker_has_not_confirmed() -> None:
    assert causes_after(LOST, {}, AGAIN) == {"again_after_strike": 1}
    assert causes_after(LOST, {}, {**AGAIN, "received_ns": S}) == {"unexplained": 1}
    assert causes_after(LOST, SETTLED, AGAIN) == {"unexplained": 1}
    assert causes_after({}, {}, {**AGAIN, "received_ns": 2 * S + 1}) == {"again_after_strike": 1}
    assert causes_after({"error_code": 123}, {}, AGAIN) == {"again_after_strike": 1}
    assert causes_after({"answered_ns": None, "error_code": None}, {}, AGAIN) == {"again_after_strike": 1}


def test_a_strike_explains_no_delivery_of_what_the_broker_has_confirmed_to_the_proxy() -> None:
    assert causes_after({}, {}, AGAIN) == {"unexplained": 1}
    assert causes_after({"partitions": "1"}, {}, AGAIN) == {"again_after_strike": 1}
    assert causes_after({"request": "ShareFetch"}, {}, AGAIN) == {"again_after_strike": 1}
    assert causes_after({}, {"received_ns": 2 * S + 1}, AGAIN) == {"again_after_strike": 1}


def test_a_strike_explains_a_delivery_that_the_broker_had_begun_before_the_one_that_came_first() -> None:
    first = {"delivery": 2, "received_ns": 3 * S, "answered_ns": 4 * S, "is_accepted": True}
    late = {"member": 1, "delivery": 1, "received_ns": 9 * S}
    assert causes_after(LOST, first, late) == {"again_after_strike": 1}
    assert causes_after(LOST, first, {**late, "delivery": 2}) == {"unexplained": 1}


@pytest.mark.parametrize(
    ("strike", "unsettled"),
    [
        ({}, 0),  # only the member does not know that the broker has the acknowledgement
        ({"answered_ns": None, "error_code": None}, 0),  # nobody knows
        (LOST, 1),
        ({"error_code": 123}, 1),
        ({"error_code": 123, "partitions": "0, 1"}, 0),  # the error may be that of the other partition
        ({**LOST, "partitions": "1"}, 0),
        ({**LOST, "struck_ns": -1}, 0),  # before the delivery
    ],
)
def test_a_message_whose_acknowledgement_no_broker_has_must_come_again(
    strike: dict[str, Any], unsettled: int
) -> None:
    cases: list[list[dict[str, Any]]] = [[{}], [{}, {**AGAIN, **SETTLED}]]
    alone, again = (
        ends(deliveries_of(table(*rows), strikes=strikes(strike)), np.arange(1), limit=5) for rows in cases
    )
    assert (alone["unsettled"], again["unsettled"]) == (unsettled, 0)


def test_the_strikes_of_a_cell_explain_deliveries() -> None:
    settings = {"scenario": "share_group", "semantics": "idempotent", "rate": 1, "seconds": 1}
    cell = raw_cell(sent=[(0, 0, 0, 0, 1, "acked")], settings=settings)
    cell.files["share_deliveries.parquet"] = table({}, {**AGAIN, **SETTLED})
    metrics = MEASURES.metrics(cell)
    assert (metrics["again_after_strike"], metrics["unexplained"]) == (0, 1)
    cell.files["strikes.parquet"] = strikes(LOST)
    metrics = MEASURES.metrics(cell)
    assert (metrics["again_after_strike"], metrics["unexplained"]) == (1, 0)


def test_messages_are_settled_archived_or_left() -> None:
    deliveries = deliveries_of(
        table(
            {"id": 0, **SETTLED},
            {"id": 1, "decision": "reject", **SETTLED},
            {"id": 2, "decision": "release", **SETTLED},
            {"id": 3, "decision": "release", "delivery": 2, **SETTLED},
            {"id": 4, "answered_ns": S, "is_accepted": False},
            {"id": 5},  # its member was killed when it had acknowledged, before the answer came
            {"id": NEVER_SENT, "decision": "release"},
            {"id": 6, "delivery": 2},  # the same at the limit
            {"id": 7, "delivery": 2, **KILLED},
            {"id": 8, "decision": "release"},  # its sending was not acknowledged
        )
    )
    assert ends(deliveries, np.arange(8), limit=2) == {"archived": 3, "unsettled": 2}


@pytest.mark.parametrize(
    ("rows", "unsettled"),
    [
        ([KILLED], 1),
        ([KILLED, {"delivery": 2, **SETTLED}], 0),
        ([KILLED, {"delivery": 2}], 0),
        ([KILLED, {"delivery": 2, **KILLED}], 1),
        # That the broker counted another delivery shows that it had no decision on the first one.
        ([{}, {"delivery": 2, **KILLED}], 1),
        ([{}, {"delivery": 1, **KILLED}], 0),
    ],
)
def test_what_a_member_had_not_acknowledged_when_it_died_must_come_again(
    rows: list[dict[str, Any]], unsettled: int
) -> None:
    deliveries = deliveries_of(table(*({"received_ns": at * S, **row} for at, row in enumerate(rows))))
    assert ends(deliveries, np.arange(1), limit=5) == {"archived": 0, "unsettled": unsettled}


@pytest.mark.parametrize(
    ("rows", "is_given_up"),
    [
        ([{"decision": "reject", **SETTLED}], True),
        ([{"decision": "reject"}], False),  # nobody knows whether the broker has the rejection
        ([{"decision": "reject", **KILLED}], False),
        ([{"decision": "reject", "answered_ns": S, "is_accepted": False}], False),
        ([SETTLED], False),
        ([{"decision": "release", **SETTLED}], False),
        ([{"decision": "release", "delivery": 2, **SETTLED}], True),
        ([{"delivery": 2, **KILLED}], True),
        ([{"delivery": 2}], False),  # nobody knows whether the broker has the acceptance
        ([{"delivery": 2, **SETTLED}], False),
        ([{"id": 1, "decision": "reject", **SETTLED}], False),  # its sending was not acknowledged
    ],
)
def test_what_was_rejected_or_archived_belongs_into_the_dead_letter_topic(
    rows: list[dict[str, Any]], is_given_up: bool
) -> None:
    assert given_up(deliveries_of(table(*rows)), np.arange(1), limit=2).tolist() == [0] * is_given_up


def test_messages_are_missing_in_a_dead_letter_topic_that_does_not_have_them_or_only_damaged() -> None:
    settings = {"scenario": "share_group", "semantics": "idempotent", "rate": 1, "seconds": 1}
    cell = raw_cell(sent=[(0, 0, 0, 0, 1, "acked"), (1, 0, 0, 0, 1, "acked")], settings=settings)
    rejected = {"decision": "reject", **SETTLED}
    cell.files["share_deliveries.parquet"] = table(rejected, {"id": 1, **rejected})
    assert MEASURES.metrics(cell)["dead_letters_missing"] is None
    letters = [{"id": id, "partition": 0, "offset": 0, "committed": True} for id in (0, 0, NEVER_SENT)]
    cell.files["dead_letters.parquet"] = pa.Table.from_pylist(letters)
    metrics = MEASURES.metrics(cell)
    assert (metrics["dead_letters"], metrics["dead_letters_missing"]) == (1, 1)


@pytest.mark.parametrize(("brokers", "archived"), [({}, 0), ({LIMIT_OF_BROKERS: "3"}, 1)])
def test_the_settings_of_the_brokers_say_at_which_delivery_they_archive(
    brokers: dict[str, str], archived: int
) -> None:
    cluster = ClusterRecord(kind="embedded", release="4.4.0", brokers=3, settings=brokers)
    settings = {"scenario": "share_group", "semantics": "idempotent", "rate": 1, "seconds": 1}
    cell = raw_cell(sent=[(0, 0, 0, 0, 1, "acked")], settings=settings, cluster=cluster)
    cell.files["share_deliveries.parquet"] = table({"delivery": 3, "decision": "release", **SETTLED})
    metrics = MEASURES.metrics(cell)
    assert (metrics["archived"], metrics["unsettled"]) == (archived, 1 - archived)


def test_a_cell_without_deliveries_has_none() -> None:
    assert causes() == {}
    assert ends(deliveries_of(table()), np.arange(3), limit=5) == {"archived": 0, "unsettled": 0}


OF_OTHERS = {"member": 2, **SETTLED, "received_ns": 9 * S, "answered_ns": 10 * S}
"""A delivery to a member that began after the group had been set back."""


@pytest.mark.parametrize(
    ("rows", "again", "unexplained", "missing"),
    [
        ([SETTLED, OF_OTHERS], 1, 0, 0),
        ([{**SETTLED, "delivery": 2}, OF_OTHERS], 1, 0, 0),
        ([SETTLED, {**OF_OTHERS, "delivery": 2}], 0, 1, 0),  # the broker has not begun anew
        ([SETTLED, OF_OTHERS, {**OF_OTHERS, "received_ns": 11 * S}], 1, 1, 0),
        ([SETTLED, {**SETTLED, "received_ns": 3 * S}], 0, 1, 1),
        ([OF_OTHERS, {**SETTLED, "received_ns": 11 * S}], 1, 0, 0),  # on its way while its member was paused
        ([SETTLED, OF_OTHERS, {**SETTLED, "received_ns": 11 * S}], 1, 1, 0),
        ([OF_OTHERS, {**OF_OTHERS, "received_ns": 11 * S}], 0, 1, 0),
        ([SETTLED, {**OF_OTHERS, "id": NEVER_SENT}], 0, 0, 1),
        ([{**SETTLED, "received_ns": 12 * S}], 0, 0, 0),
    ],
)
def test_all_messages_come_again_once_when_the_group_is_set_back(
    rows: list[dict[str, Any]], again: int, unexplained: int, missing: int
) -> None:
    settings = {"scenario": "share_group", "semantics": "idempotent", "rate": 1, "seconds": 2, "consumers": 2}
    sent = [(0, 0, 0, 0, 1, "acked"), (1, 0, 0, 0, 1, "acked")]
    rows = [*rows, {**OF_OTHERS, "id": 1, "offset": 1}]
    fault = ("alter-offsets", "consumer-0, consumer-1", 4 * S, 10 * S)
    cell = raw_cell(sent=sent, settings={**settings, "fault": "alter-offsets"}, faults=[fault])
    cell.files["share_deliveries.parquet"] = table(*rows)
    metrics = MEASURES.metrics(cell)
    assert (metrics["again_after_reset"], metrics["unexplained"]) == (again, unexplained)
    assert metrics["not_again"] == missing
    without = raw_cell(sent=sent, settings=settings)
    without.files["share_deliveries.parquet"] = table(*rows)
    assert MEASURES.metrics(without)["not_again"] is None

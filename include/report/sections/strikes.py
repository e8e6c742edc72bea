"""The struck requests: what was held, what was answered, and what happened to messages."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, NamedTuple

import pandas as pd

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, grouped_table, number, words
from include.report.pages.wording import count, number_of, significant
from include.report.sections.section import ReportSection, SectionRecord, section
from include.report.treatments.names import semantics_look, short_name

NOTES = (
    "While a request is held, the client may repeat it on another connection. “Late” is the time from the "
    "answer to the repeated request until the held request was passed on. A dash means that the request was "
    "not held, that its connection was not cut, or that no repeated request had been answered when the held "
    "request was passed on. With EndTxn, the answer to the repeated request told the producer's program that "
    "its transaction had ended. The messages of ShareFetch and ShareAcknowledge are those that the request "
    "acknowledges.",
    "The messages are the messages of the whole cell, which may have several struck requests. "
    "`results/violations` has the id, the offset and the transaction of each message.",
)

ERRORS = {
    -1: "UNKNOWN_SERVER_ERROR",
    6: "NOT_LEADER_OR_FOLLOWER",
    15: "COORDINATOR_NOT_AVAILABLE",
    19: "NOT_ENOUGH_REPLICAS",
    47: "INVALID_PRODUCER_EPOCH",
    48: "INVALID_TXN_STATE",
    51: "CONCURRENT_TRANSACTIONS",
    90: "PRODUCER_FENCED",
    121: "INVALID_RECORD_STATE",
    122: "SHARE_SESSION_NOT_FOUND",
    123: "INVALID_SHARE_SESSION_EPOCH",
}
"""The errors with which requests are refused. Source: https://kafka.apache.org/protocol."""

ANSWERS = {"pass": "", "drop": "answer dropped", "hold": "answer held"}
"""The words for what happened to an answer. An answer that is not listed here is the name of the error that
replaced the broker's answer."""


class StrikeRow(NamedTuple):
    """A row of ``results/strikes``, and the row of its cell in ``results/cells``."""

    treatment: Treatment
    row: Mapping[Hashable, Any]
    cell: Mapping[Hashable, Any]


def _build(run: MeasuredRun) -> ReportSection:
    caption = "Requests that were struck, and what became of them"
    groups = [(short_name(treatment), _struck(run, treatment)) for treatment in run.plan.treatments]
    table = grouped_table(
        "strikes-table", caption, COLUMNS, groups, NOTES, lambda request: semantics_look(request.treatment)
    )
    return section("strikes", "Struck requests", table)


def _struck(run: MeasuredRun, treatment: Treatment) -> Iterator[StrikeRow]:
    for cell in run.cells[run.cells["treatment"] == treatment.id].to_dict("records"):
        for row in run.rows_of("strikes", cell["cell"]).to_dict("records"):
            yield StrikeRow(treatment, row, cell)


def _request(request: StrikeRow) -> str:
    """The request, with its contents or purpose: ``Produce (1 message for partition 0)``."""
    row = request.row
    if pd.notna(row["outcome"]):
        return f"{row['request']} ({row['outcome']})"
    if pd.notna(row["partitions"]):
        partition = "partitions" if "," in row["partitions"] else "partition"
        content = "" if pd.isna(row["messages"]) else f"{number_of(int(row['messages']), 'message')} for "
        return f"{row['request']} ({content}{partition} {row['partitions']})"
    return str(row["request"])


def _messages(violation: str) -> ItemColumn[StrikeRow]:
    return number(violation.replace("_", " "), lambda request: count(request.cell[violation]), "messages")


def _fate(row: Mapping[Hashable, Any]) -> str:
    """The proxy's act, and what happened to the answer and to the client: ``hold, client cut``."""
    answer = ANSWERS.get(row["answer"], f"answered with {row['answer']}")
    return ", ".join(filter(None, (row["act"], answer, "client cut" if row["client"] == "cut" else "")))


def _answer(error_code: float | None) -> str:
    if error_code is None or pd.isna(error_code):
        return "not known"
    return (
        "accepted" if error_code == 0 else f"refused: {ERRORS.get(int(error_code), f'error {error_code:g}')}"
    )


COLUMNS: tuple[ItemColumn[StrikeRow], ...] = (
    words("Cell", lambda request: request.row["cell"]),
    words("Request", _request),
    words("What became of it", lambda request: _fate(request.row)),
    number("version", lambda request: count(request.row["version"])),
    number("producer id", lambda request: count(request.row["producer_id"])),
    number("epoch", lambda request: count(request.row["producer_epoch"])),
    number("held, ms", lambda request: significant(request.row["held_ms"])),
    number("late, ms", lambda request: significant(request.row["late_ms"])),
    words(
        "Answer (the proxy's, if it dropped the request)", lambda request: _answer(request.row["error_code"])
    ),
    *map(_messages, ("lost", "duplicated", "aborted_seen", "torn", "hanging")),
)

RECORD = SectionRecord("strikes", lambda run: not run.table("strikes").empty, _build)

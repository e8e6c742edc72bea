"""The times that the producer's requests take, and the number and timing of a transaction's requests."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import pandas as pd

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts
from include.report.pages.chart_layout import AXIS_NAME_PIXELS, TICK_PIXELS, Chart, draw, panels_of_rows
from include.report.pages.palette import PARTS
from include.report.pages.panel import Bar
from include.report.pages.table import ItemColumn, grouped_table, number, words
from include.report.pages.wording import DASH, count, percent, significant
from include.report.sections.section import ReportSection, SectionRecord, section
from include.report.treatments.names import full_name, ordered_treatments, semantics_look

CONCURRENT_TRANSACTIONS = "51"
"""The error code with which a coordinator answers until it has completed the previous transaction.

Source: https://kafka.apache.org/protocol#protocol_error_codes.
"""

NOTES = (
    "The proxy between the producer and the brokers measured each time from the moment when it had read a "
    "request to the moment when it had read the answer. Each figure except the share is the median over the "
    "valid cells that sent such a request after their lead-in. In cells with a strike, the time for which "
    "the proxy held a request is a part of the request's time.",
    "CONCURRENT_TRANSACTIONS means that the coordinator has not completed the previous transaction; the "
    "client waits and sends the request again. The share is that of these answers among all answers whose "
    "error code was read (AddPartitionsToTxn and EndTxn). With version 2 of the transaction protocol, the "
    "broker that gets a Produce request asks the coordinator, and the broker waits, by default for up to 100 "
    "ms. This wait is a part of the time of Produce, and is not shown separately.",
)

HOW_TO_READ = (
    "A bar begins when the first such request of a transaction was sent, and ends when the last such "
    "request was answered. Both ends are medians over the transactions of a cell and then over the valid "
    "cells. The time for which a client waits before it sends a request again is a part of the bar."
)

TIME = "time until the answer, ms"
LIFE = ("AddPartitionsToTxn", "Produce", "EndTxn")
"""The requests of a transaction, in their order."""


class RequestKind(NamedTuple):
    """The requests of one kind and version in a treatment, with a row for each cell that sent any."""

    treatment: Treatment
    name: str
    version: str
    cells: pd.DataFrame


def _build(run: MeasuredRun) -> ReportSection:
    requests = run.table("requests")
    treatment_rows = [
        (treatment, requests[requests["cell"].isin(run.cells_of(treatment.id))])
        for treatment in ordered_treatments(run.plan)
    ]
    lives = {
        full_name(treatment): life
        for treatment, rows in treatment_rows
        if treatment.traits.delivery.is_transactional and (life := stretches(rows))
    }
    charts = [_life_chart(number, name, life) for number, (name, life) in enumerate(lives.items(), 1)]
    table = grouped_table(
        "requests-table",
        "Requests of the producer, and the time until their answers",
        COLUMNS,
        ((full_name(treatment), _sent(treatment, rows)) for treatment, rows in treatment_rows),
        NOTES,
        lambda request: semantics_look(request.treatment),
    )
    return section("requests", "What each request took", Charts(charts, HOW_TO_READ), table)


def _sent(treatment: Treatment, requests: pd.DataFrame) -> Iterator[RequestKind]:
    for (name, version), cells in requests.groupby(["request", "version"]):
        yield RequestKind(treatment, str(name), str(version), cells)


def _per_transaction(request: RequestKind) -> str:
    return significant((request.cells["requests"] / request.cells["transactions"]).median())


def _share(error_codes: Iterable[str]) -> str:
    """The share of answers with CONCURRENT_TRANSACTIONS; a dash if no error code was read."""
    counts: Counter[str] = Counter()
    for codes in error_codes:
        counts.update(json.loads(codes))
    return percent(counts[CONCURRENT_TRANSACTIONS] / counts.total()) if counts else DASH


COLUMNS: tuple[ItemColumn[RequestKind], ...] = (
    words("Request", lambda request: request.name),
    number("version", lambda request: request.version),
    number("in a cell", lambda request: count(request.cells["requests"].median()), "requests"),
    number("for each transaction", _per_transaction, "requests"),
    number("median", lambda request: significant(request.cells["median_ms"].median()), TIME),
    number("p95", lambda request: significant(request.cells["p95_ms"].median()), TIME),
    number(
        "answered with CONCURRENT_TRANSACTIONS", lambda request: _share(request.cells["error_codes"].dropna())
    ),
)


class Stretch(NamedTuple):
    """The period of the requests of one kind in a transaction, in ms from the start of the transaction."""

    request: str
    begin: float
    """When the first request of this kind was sent."""
    end: float
    """When the last request of this kind was answered."""


def stretches(requests: pd.DataFrame) -> list[Stretch]:
    """The stretches of a transaction, as medians over the rows of ``results/requests`` that have times."""
    times = requests.groupby("request")[["first_sent_ms", "last_answered_ms"]].median().dropna()
    return [Stretch(name, *map(float, times.loc[name])) for name in LIFE if name in times.index]


def _life_chart(number: int, treatment: str, life: Sequence[Stretch]) -> Chart:
    rows = ("", [stretch.request for stretch in life])
    drawing = panels_of_rows([rows], axis=TICK_PIXELS + AXIS_NAME_PIXELS)
    (panel,) = drawing.panels
    panel.axes.set_xlim(0, max(stretch.end for stretch in life) * 1.05)
    panel.name_axis("ms from the start of the transaction")
    for row, stretch in enumerate(life):
        title = f"{stretch.request}: {significant(stretch.begin)} to {significant(stretch.end)} ms"
        bar = Bar(row, stretch.begin, stretch.end, title, significant(stretch.end - stretch.begin))
        panel.bars([bar], PARTS[LIFE.index(stretch.request)], thickness=0.62)
    return draw(f"transaction-life-{number}", f"The life of a transaction: {treatment}", drawing)


RECORD = SectionRecord("request_times", lambda run: not run.table("requests").empty, _build)

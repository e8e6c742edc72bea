"""The times of the requests of the producer, and the requests of a transaction."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator

import pandas as pd

from include.matrix.plan import Treatment
from include.rendering.blocks import Charts
from include.rendering.number_format import DASH, count, percent, significant
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.report.sections.requests.life_chart import life_chart, stretches
from include.report.treatments import full_name, is_transactional, ordered_treatments, semantics_look

CONCURRENT_TRANSACTIONS = "51"
"""The error code with which a coordinator refuses a request until it has completed the previous transaction.

Source: https://kafka.apache.org/protocol#protocol_error_codes.
"""

COLUMNS = (
    Column("Request", numeric=False),
    Column("version"),
    Column("in a cell", "requests"),
    Column("for each transaction", "requests"),
    Column("median", "time until the answer, ms"),
    Column("p95", "time until the answer, ms"),
    Column("answered with CONCURRENT_TRANSACTIONS"),
)

NOTES = (
    "The proxy between the producer and the brokers measured the times: from when it had read a request "
    "until it had read the answer. Each figure is the median, over the valid cells that sent such a request "
    "after their lead-in, of the figure of a cell. In cells with a strike, the time for which the proxy held "
    "a request is a part of it.",
    "CONCURRENT_TRANSACTIONS says that the coordinator has not completed the previous transaction; the "
    "client waits and sends the request again. The share is that of all answers of these cells whose error "
    "code was read, which are those to AddPartitionsToTxn and EndTxn. With version 2 of the transaction "
    "protocol the broker that gets a Produce request asks the coordinator, and waits itself, up to 100 ms by "
    "default. This is a part of the time of Produce, and is not shown by itself.",
)

HOW_TO_READ = (
    "A bar is from when the first such request of a transaction was sent until the last one was answered, as "
    "medians over the transactions of a cell and then over the valid cells. So the time in which a client "
    "waits before it sends a request again is a part of the bar."
)


def applies(run: MeasuredRun) -> bool:
    """Whether the requests of a cell were logged."""
    return not run.table("requests").empty


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    logged = [(treatment, _requests(run, treatment)) for treatment in ordered_treatments(run.plan)]
    groups = tuple(
        RowGroup(tuple(_rows(treatment, requests)), full_name(treatment))
        for treatment, requests in logged
        if len(requests)
    )
    caption = "Requests of the producer, and the time until their answers"
    table = Table("requests-table", caption, COLUMNS, groups, NOTES)
    return ReportSection("requests", "What each request took", [*_charts(logged), table])


def _requests(run: MeasuredRun, treatment: Treatment) -> pd.DataFrame:
    """The rows of a treatment's valid cells."""
    requests = run.table("requests")
    return requests[requests["cell"].isin(run.cells_of(treatment.id))]


def _charts(logged: Iterable[tuple[Treatment, pd.DataFrame]]) -> Iterator[Charts]:
    """A chart for each treatment with transactions."""
    lives = {
        full_name(treatment): life
        for treatment, requests in logged
        if is_transactional(treatment) and (life := stretches(requests))
    }
    charts = [life_chart(number, name, life) for number, (name, life) in enumerate(lives.items(), 1)]
    if charts:
        yield Charts(charts, HOW_TO_READ)


def _rows(treatment: Treatment, requests: pd.DataFrame) -> Iterator[Row]:
    """A row for each request and version."""
    for (name, version), cells in requests.groupby(["request", "version"]):
        per_transaction = cells["requests"] / cells["transactions"]
        measured = (per_transaction, cells["median_ms"], cells["p95_ms"])
        values = (
            str(name),
            str(version),
            count(cells["requests"].median()),
            *(significant(figures.median()) for figures in measured),
            _share(cells["error_codes"].dropna()),
        )
        yield Row(values, semantics_look(treatment))


def _share(error_codes: Iterable[str]) -> str:
    """The share of answers with CONCURRENT_TRANSACTIONS; a dash if no error code was read."""
    counts: Counter[str] = Counter()
    for codes in error_codes:
        counts.update(json.loads(codes))
    return percent(counts[CONCURRENT_TRANSACTIONS] / counts.total()) if counts else DASH


RECORD = SectionRecord("requests", applies, build)

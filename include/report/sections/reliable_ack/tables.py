"""Rates beside the published rates, how the rates fall with packet loss, and the outcomes of messages."""

from collections.abc import Iterator
from functools import partial

from include.matrix.plan import Treatment
from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.literature import source
from include.report.measured_run import MeasuredRun
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED_RATE,
    NAME,
    SENDING_RATE,
    LossSeries,
    MeanAndDeviation,
    dropped_packets,
    fall,
    losses_of,
    percentage,
    published_rate,
)

LEVEL = Column("Level", numeric=False)

MEANS = "Mean over the valid repetitions, with the standard deviation in brackets."

RATE_NOTE = (
    f"{MEANS} From the creation of the first message to the creation of the last, as fast as the producer "
    "could hand messages over; where the producer waits for each message, as fast as they were confirmed."
)

OUTCOME_COLUMNS = (
    LEVEL,
    Column("requested", "packets lost, %"),
    Column("measured", "packets lost, %"),
    *(Column(name, "messages") for name in ("sent", "acknowledged", "lost", "duplicated")),
    Column("not in the log", "acknowledged"),
    Column("unfinished", "copies"),
    Column("messages", "retransmitted"),
    Column("s per cell", "retransmitted"),
    Column("messages", "left to the monitor"),
    Column("segments", "sent again by TCP"),
)

OUTCOME_METRICS = ("sent", "acked", "lost", "duplicated", "gone", "unfinished", "retransmitted")

OUTCOME_NOTES = (
    "Messages are counted over all attempts; those left to the monitor, packets, and segments of TCP over "
    "the measured cells. The retransmission time is a mean over the valid cells. Lost are acknowledged "
    "messages that had not been received when the cell ended: for fire and forget, messages that left the "
    "client. An independent reader looked up what is in the log.",
    "Published: fire and forget lost 191 of 500,000 messages at 6 % and 1,031 at 9 %, and the other levels "
    "lost none; retransmissions took 69, 315 and 1,077 s at 3, 6 and 9 %.",
)


def tables(run: MeasuredRun, series: list[LossSeries]) -> list[Table]:
    """All tables of the section."""
    builders = (_confirmed_table, _rate_table, _fall_table, _outcome_table)
    return [build(run, series) for build in builders]


def _rate_table(run: MeasuredRun, series: list[LossSeries]) -> Table:
    """How fast each producer sent, beside the paper's Table I."""
    columns = [LEVEL]
    for loss in losses_of(series):
        columns += [Column(title, f"{loss:g} % lost") for title in ("measured", "published")]
    rows = [Row((line.name, *_rates(run, line, losses_of(series))), line.semantics_look) for line in series]
    notes = [RATE_NOTE, source(NAME)]
    return plain_table("rack-rates", "Producer's throughput, messages/s", columns, rows, notes)


def _rates(run: MeasuredRun, series: LossSeries, losses: list[float]) -> Iterator[str]:
    for loss in losses:
        yield _text(series.rate(run, loss, SENDING_RATE))
        yield _text(published_rate(series, loss))


def _confirmed_table(run: MeasuredRun, series: list[LossSeries]) -> Table:
    losses = losses_of(series)
    columns = [LEVEL, *(Column(f"{loss:g} % lost") for loss in losses)]
    rows = [
        Row(
            (line.name, *(_text(line.rate(run, loss, CONFIRMED_RATE)) for loss in losses)),
            line.semantics_look,
        )
        for line in series
        if not line.is_acknowledged_by_client
    ]
    notes = [f"{MEANS} Confirmed messages until the last confirmation; fire and forget has none."]
    return plain_table("rack-confirmed", "Confirmed, messages/s", columns, rows, notes)


def _fall_table(run: MeasuredRun, series: list[LossSeries]) -> Table:
    """By how much each rate falls from the lowest loss to the highest; no rows with fewer than two losses."""
    losses = [loss for loss in losses_of(series) if loss]
    first, last = (losses[0], losses[-1]) if losses else (0, 0)
    columns = [LEVEL, Column("measured, %"), Column("published, %")]
    rows = [_fall_row(run, line, first, last) for line in series] if len(losses) > 1 else []
    caption = f"Fall of the producer's throughput from {first:g} % to {last:g} % packets lost"
    return plain_table("rack-falls", caption, columns, rows)


def _fall_row(run: MeasuredRun, series: LossSeries, first: float, last: float) -> Row:
    measured = fall(partial(series.rate, run, column=SENDING_RATE), first, last)
    published = fall(partial(published_rate, series), first, last)
    cells = (DASH if share is None else significant(share * 100) for share in (measured, published))
    return Row((series.name, *cells), series.semantics_look)


def _outcome_table(run: MeasuredRun, series: list[LossSeries]) -> Table:
    rows = [
        Row((line.name, f"{loss:g}", *_outcomes(run, treatment)), line.semantics_look)
        for line in series
        for loss, treatment in line.treatments.items()
        if run.total(treatment.id, "sent") is not None
    ]
    return plain_table("rack-fates", "Outcomes of messages", OUTCOME_COLUMNS, rows, OUTCOME_NOTES)


def _outcomes(run: MeasuredRun, treatment: Treatment) -> Iterator[str]:
    yield percentage(*dropped_packets(run, treatment))
    for metric in OUTCOME_METRICS:
        yield count(run.counted(treatment.id, metric))
    seconds = run.repetitions(treatment.id, "retransmission_time")
    yield significant(seconds.mean()) if len(seconds) else DASH
    yield count(run.total(treatment.id, "left_to_monitor"))
    yield count(run.total(treatment.id, "segments_retransmitted"))


def _text(rate: MeanAndDeviation | None) -> str:
    return rate.text if rate else DASH

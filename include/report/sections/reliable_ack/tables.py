"""Tables of a run on a lossy network: rates beside the published ones, falls, and what became of messages."""

from collections.abc import Iterator
from functools import partial

from include.matrix.plan import Treatment
from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.run import Run
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED,
    SENDING,
    Line,
    Spread,
    lines_of,
    losses_of,
    lost_packets,
    percent,
)
from include.report.sections.reliable_ack.published import fall, published, source

LEVEL = Column("Level", numeric=False)

MEANS = "Mean over the repetitions, and in brackets the standard deviation."


def rack_tables(run: Run) -> list[Table]:
    """All of them."""
    return [rate_table(run), confirmed_table(run), fall_table(run), fate_table(run)]


def rate_table(run: Run) -> Table:
    """How fast each producer sent, beside the paper's Table I."""
    lines = lines_of(run.plan)
    columns = [LEVEL]
    for loss in losses_of(lines):
        columns += [Column(title, over=f"{loss:g} % lost") for title in ("measured", "published")]
    notes = [
        f"{MEANS} From the creation of the first message to that of the last, as its producer could hand "
        "them over; where it waits for each, as they were confirmed.",
        source(),
    ]
    rows = [Row((line.name, *_rates(run, line, losses_of(lines))), line.semantics_look) for line in lines]
    return plain_table("rack-rates", "Producer's throughput, messages/s", columns, rows, notes)


def _rates(run: Run, line: Line, losses: list[float]) -> Iterator[str]:
    for loss in losses:
        yield _text(line.spread(run, loss, SENDING))
        yield _text(published(line, loss))


def confirmed_table(run: Run) -> Table:
    """The same until the last confirmation."""
    lines = lines_of(run.plan)
    losses = losses_of(lines)
    columns = [LEVEL, *(Column(f"{loss:g} % lost") for loss in losses)]
    rows = [
        Row(
            (line.name, *(_text(line.spread(run, loss, CONFIRMED)) for loss in losses)),
            line.semantics_look,
        )
        for line in lines
        if not line.settings.is_acknowledged_by_client
    ]
    notes = [f"{MEANS} Confirmed messages, to the last confirmation; fire and forget has none."]
    return plain_table("rack-confirmed", "Confirmed, messages/s", columns, rows, notes)


def fall_table(run: Run) -> Table:
    """By how much each rate fell from the least loss to the greatest."""
    lines = lines_of(run.plan)
    lossy = [loss for loss in losses_of(lines) if loss]
    if len(lossy) < 2:
        return plain_table("rack-falls", "", [], [])
    first, last = lossy[0], lossy[-1]
    columns = [LEVEL, Column("measured, %"), Column("published, %")]
    rows = [
        Row(
            (
                line.name,
                _fallen(fall(partial(line.spread, run, column=SENDING), first, last)),
                _fallen(fall(partial(published, line), first, last)),
            ),
            line.semantics_look,
        )
        for line in lines
    ]
    caption = f"Fall of the producer's throughput from {first:g} % to {last:g} % packets lost"
    return plain_table("rack-falls", caption, columns, rows)


def fate_table(run: Run) -> Table:
    """What became of messages, and what the monitor had to do, over all repetitions."""
    columns = [LEVEL, Column("asked", "packets lost, %"), Column("read back", "packets lost, %")]
    columns += [Column(name, "messages") for name in ("sent", "acknowledged", "lost", "duplicated")]
    columns += [Column("not in the log", "acknowledged"), Column("unfinished", "copies")]
    columns += [Column("messages", "retransmitted"), Column("s a cell", "retransmitted")]
    columns += [Column("messages", "left to the monitor")]
    notes = [
        "Over all repetitions; the time is their mean. Lost are acknowledged messages that were never "
        "received: of fire and forget, messages that left its client. What is in the log an independent "
        "reader has looked up.",
        "Published: fire and forget lost 191 of 500,000 messages at 6 % and 1,031 at 9 %, the other levels "
        "none; retransmissions took 69, 315 and 1,077 s at 3, 6 and 9 %.",
    ]
    rows = [
        Row((line.name, f"{loss:g}", *_fates(run, treatment)), line.semantics_look)
        for line in lines_of(run.plan)
        for loss, treatment in line.treatments.items()
        if run.total(treatment.id, "sent") is not None
    ]
    return plain_table("rack-fates", "What became of messages", columns, rows, notes)


def _fates(run: Run, treatment: Treatment) -> Iterator[str]:
    yield percent(*lost_packets(run, treatment))
    for metric in ("sent", "acked", "lost", "duplicated", "gone", "unfinished", "retransmitted"):
        yield count(run.total(treatment.id, metric))
    seconds = run.repetitions(treatment.id, "retransmission_time")
    yield significant(seconds.mean()) if len(seconds) else DASH
    yield count(run.total(treatment.id, "left_to_monitor"))


def _text(spread: Spread | None) -> str:
    return spread.text if spread else DASH


def _fallen(share: float | None) -> str:
    return DASH if share is None else significant(share * 100)

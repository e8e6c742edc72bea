"""Series of treatments by packet loss, one for each way of sending, and their rates and tables."""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean, stdev
from typing import NamedTuple

from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.literature import published_row, source
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, Table, number, table_of, words
from include.report.pages.wording import DASH, count, significant
from include.report.treatments.groups import TreatmentSeries, levels_of, series_of
from include.report.treatments.names import factor_phrases, semantics_look
from include.scenarios.reliable_ack.settings import AckLevel, FullBuffer, ReliableAckSettings, Sending

SENDING_RATE, CONFIRMED_RATE = "sending_rate", "producer_broker_rate"
"""Columns of ``results/cells``, in messages/s: the rate until the producer has handed over its last message,
and the rate until the last message was confirmed."""

CONFIRMED_BY_BROKERS = (AckLevel.LEADER, AckLevel.REPLICAS)
"""The levels at which brokers confirm messages and the setting ``sending`` applies."""

SHOWN_FACTORS = ("packet_loss", "sending")
"""The factors that the name of a series leaves out, because the report shows them elsewhere."""

NAME = "reliable-ack"

MEANS = "Mean over the valid repetitions, with the standard deviation in brackets."

CONFIRMED_NOTE = (
    f"{MEANS} Confirmed messages per second until the last confirmation; fire and forget has no "
    "confirmations."
)

RATE_NOTE = (
    f"{MEANS} The rate is measured from the creation of the first message after the lead-in to the creation "
    "of the last message. The producer hands messages over as fast as it can; if it waits for each message, "
    "its rate is the rate at which messages are confirmed."
)

LEAVING_NOTE = (
    "Some producers with a monitor do not wait for room in their client. If there is no room for a message, "
    "such a producer leaves the message to the monitor, which has a copy. The rate at which such a producer "
    "sends says little; the rate at which its messages are confirmed counts."
)

OUTCOME_NOTES = (
    "Messages are counted over all attempts. Copies, retransmissions, messages left to the monitor, packets "
    "and TCP segments are counted over the measured cells. Packets are all packets that met the lossy "
    "network. The retransmission time is a mean over the valid cells. Lost messages are acknowledged "
    "messages that had not been received when the cell ended; with fire and forget, a message counts as "
    "acknowledged when it left the client. An independent reader looked up which messages are in the log.",
    "Published: fire and forget lost 191 of 500,000 messages at 6 % and 1,031 at 9 %, and the other levels "
    "lost none; retransmissions took 69, 315 and 1,077 s at 3, 6 and 9 %.",
)


LossSeries = TreatmentSeries[ReliableAckSettings]
"""The treatments that send in the same way, by packet loss in percent."""


class MeanAndDeviation(NamedTuple):
    """A mean and the sample standard deviation; for a single value, the deviation is None."""

    mean: float
    deviation: float | None


def loss_series(plan: Plan) -> list[LossSeries]:
    """A series for each way of sending, in the order of the experiment's file; empty for other scenarios."""
    return series_of(
        plan.treatments,
        ReliableAckSettings,
        lambda settings: settings.packet_loss,
        _name,
        lambda treatment, _: semantics_look(treatment),
    )


def _name(treatment: Treatment, settings: ReliableAckSettings) -> str:
    words = [settings.level.replace("-", " ")]
    if settings.level in CONFIRMED_BY_BROKERS:
        words.append(settings.sending.replace("-", " "))
    shown_factors = {*SHOWN_FACTORS, *settings.traits.naming.factors}
    return ", ".join([*words, *factor_phrases(treatment, but=shown_factors)])


def rate_of(run: MeasuredRun, series: LossSeries, loss: float, column: str) -> MeanAndDeviation | None:
    """A rate at this packet loss: mean and deviation over the repetitions; None if it was not measured."""
    treatment = series.by_level.get(loss)
    values = run.repetitions(treatment.id, column).tolist() if treatment else []
    return MeanAndDeviation(fmean(values), stdev(values) if len(values) > 1 else None) if values else None


def published_rate(series: LossSeries, loss: float) -> MeanAndDeviation | None:
    """The rate in Table I of the paper, in messages/s; None where the paper does not have the rate.

    If brokers confirm messages, the paper has rates only for producers that wait for each confirmation.
    """
    level = series.settings.level
    if level in CONFIRMED_BY_BROKERS and series.settings.sending is not Sending.ONE_BY_ONE:
        return None
    row = published_row(NAME, ack_level=level, packet_loss_percent=f"{loss:g}")
    return MeanAndDeviation(float(row["mean_msgs_per_s"]), float(row["stddev_msgs_per_s"])) if row else None


def dropped_packets(run: MeasuredRun, treatment: Treatment) -> tuple[int, int]:
    """How many packets faults dropped in a treatment's cells, and how many packets met these faults."""
    faults = run.table("faults")
    if "packets_dropped" not in faults:
        return 0, 0
    cells = [cell.id for cell in run.plan.cells if cell.treatment == treatment.id]
    dropping = faults[faults["cell"].isin(cells)].dropna(subset=["packets_dropped"])
    return int(dropping["packets_dropped"].sum()), int(dropping["packets_seen"].sum())


def percentage(part: float | None, whole: float | None) -> str:
    """A part as a percentage of the whole, without the percent sign; a dash if the whole is 0 or None."""
    return significant((part or 0) / whole * 100) if whole else DASH


LEVEL: ItemColumn[LossSeries] = words("Level", lambda series: series.name)


def tables(run: MeasuredRun, series: list[LossSeries]) -> list[Table]:
    """All tables of the section."""
    losses = levels_of(series)
    columns = [
        (
            _rate_column(title, partial(rate_of, run, loss=loss, column=CONFIRMED_RATE)),
            _rate_column("measured", partial(rate_of, run, loss=loss, column=SENDING_RATE), title),
            _rate_column("published", partial(published_rate, loss=loss), title),
        )
        for loss, title in ((loss, f"{loss:g} % lost") for loss in losses)
    ]
    confirmed = [column for column, _, _ in columns]
    rates = [column for _, *of_loss in columns for column in of_loss]
    acknowledged = [line for line in series if not line.settings.traits.delivery.is_acknowledged_by_client]
    rate_notes = [RATE_NOTE, *([LEAVING_NOTE] if any(map(_leaves_to_monitor, series)) else []), source(NAME)]
    return [
        _table("rack-confirmed", "Confirmed, messages/s", confirmed, acknowledged, [CONFIRMED_NOTE]),
        _table("rack-rates", "Producer's throughput, messages/s", rates, series, rate_notes),
        _fall_table(run, series, [loss for loss in losses if loss]),
        _outcome_table(run, series),
    ]


def _leaves_to_monitor(series: LossSeries) -> bool:
    settings = series.settings
    return settings.traits.delivery.has_monitor and settings.full_buffer is FullBuffer.LEAVE_TO_MONITOR


def _table(
    identity: str,
    caption: str,
    columns: Sequence[ItemColumn[LossSeries]],
    series: list[LossSeries],
    notes: Sequence[str] = (),
) -> Table:
    return table_of(identity, caption, [LEVEL, *columns], series, notes, lambda line: line.look)


def _rate_column(
    title: str, rate_of_series: Callable[[LossSeries], MeanAndDeviation | None], shared_title: str = ""
) -> ItemColumn[LossSeries]:
    def text(series: LossSeries) -> str:
        mean, deviation = rate_of_series(series) or (None, None)
        return significant(mean) + (f" ({significant(deviation)})" if deviation else "")

    return number(title, text, shared_title)


def _fall_table(run: MeasuredRun, series: list[LossSeries], losses: list[float]) -> Table:
    """A table of the decrease of each rate from the lowest to the highest packet loss.

    The table is empty if there are fewer than two levels of packet loss.
    """
    first, last = (losses[0], losses[-1]) if losses else (0, 0)

    def text(rate_at: Callable[[float], MeanAndDeviation | None]) -> str:
        before, after = rate_at(first), rate_at(last)
        return significant(100 * (1 - after.mean / before.mean) if before and after and before.mean else None)

    columns: list[ItemColumn[LossSeries]] = [
        number("measured, %", lambda line: text(partial(rate_of, run, line, column=SENDING_RATE))),
        number("published, %", lambda line: text(partial(published_rate, line))),
    ]
    caption = f"Fall of the producer's throughput between {first:g} % and {last:g} % of packets lost"
    return _table("rack-falls", caption, columns, series if len(losses) > 1 else [])


def _outcome_table(run: MeasuredRun, series: list[LossSeries]) -> Table:
    """A table with a row for each measured treatment."""

    def counted(
        metric: str, title: str, shared_title: str, count_of: Callable[[str, str], int | None] = run.counted
    ) -> ItemColumn[LossSeries]:
        return number(title, lambda line: count(count_of(line.first.id, metric)), shared_title)

    def seconds(line: LossSeries) -> str:
        return significant(run.repetitions(line.first.id, "retransmission_time").mean())

    def share_left(line: LossSeries) -> str:
        left, sent = (run.total(line.first.id, metric) for metric in ("left_to_monitor", "sent"))
        return DASH if left is None else percentage(left, sent)

    packets = "packets lost, %"
    columns: list[ItemColumn[LossSeries]] = [
        number("requested", lambda line: f"{next(iter(line.by_level)):g}", packets),
        number("measured", lambda line: percentage(*dropped_packets(run, line.first)), packets),
        number("packets", lambda line: count(dropped_packets(run, line.first)[1] or None)),
        counted("sent", "sent", "messages"),
        counted("acked", "acknowledged", "messages"),
        counted("lost", "lost", "messages"),
        counted("duplicated", "duplicated", "messages"),
        counted("gone", "not in the log", "acknowledged"),
        counted("unfinished", "unfinished", "copies"),
        counted("retransmitted", "messages", "retransmitted"),
        number("s per cell", seconds, "retransmitted"),
        counted("left_to_monitor", "messages", "left to the monitor", run.total),
        number("share, %", share_left, "left to the monitor"),
        counted("segments_retransmitted", "segments", "sent again by TCP", run.total),
    ]
    rows = [
        line._replace(by_level={loss: treatment})
        for line in series
        for loss, treatment in line.by_level.items()
        if run.total(treatment.id, "sent") is not None
    ]
    return _table("rack-fates", "Outcomes of messages", columns, rows, OUTCOME_NOTES)

"""The treatments of each way to send by packet loss, what was measured of them, and tables of it."""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean, stdev
from typing import NamedTuple

from include.matrix.plan import Plan, Treatment
from include.rendering.palette import Look
from include.rendering.table import ItemColumn, Table, number, table_of, words
from include.rendering.wording import DASH, count, significant
from include.report.grouping import grouped
from include.report.literature import published_number, source
from include.report.measured_run import MeasuredRun
from include.report.treatments.names import factor_phrases, semantics_look
from include.scenarios.reliable_ack.settings import AckLevel, ReliableAckSettings, Sending

SENDING_RATE, CONFIRMED_RATE = "sending_rate", "producer_broker_rate"
"""Columns of ``results/cells``, in messages/s: until the producer handed over its last message, and until its
last message was confirmed."""

CONFIRMED_BY_BROKERS = (AckLevel.LEADER, AckLevel.REPLICAS)
"""Levels whose producer waits for each message or does not, as ``sending`` says."""

NOT_WAITING = (AckLevel.FIRE_AND_FORGET, AckLevel.RELIABLE_ACK)

SHOWN_FACTORS = ("packet_loss", "sending")
"""Factors that a series shows without naming them."""

NAME = "reliable-ack"
"""A CSV file of figures and a text file with their source, in include/report/published_figures/."""

MEANS = "Mean over the valid repetitions, with the standard deviation in brackets."

CONFIRMED_NOTE = (
    f"{MEANS} Confirmed messages per second until the last confirmation; fire and forget has no "
    "confirmations."
)

RATE_NOTE = (
    f"{MEANS} From the creation of the first message after the lead-in to the creation of the last, as fast "
    "as the producer could hand messages over; where the producer waits for each message, as fast as they "
    "were confirmed."
)

OUTCOME_NOTES = (
    "Messages are counted over all attempts; copies, retransmissions, messages left to the monitor, packets "
    "and segments of TCP over the measured cells. The retransmission time is a mean over the valid cells. "
    "Lost are acknowledged messages that had not been received when the cell ended: for fire and forget, "
    "messages that left the client. An independent reader looked up what is in the log.",
    "Published: fire and forget lost 191 of 500,000 messages at 6 % and 1,031 at 9 %, and the other levels "
    "lost none; retransmissions took 69, 315 and 1,077 s at 3, 6 and 9 %.",
)


class MeanAndDeviation(NamedTuple):
    """A mean and the sample standard deviation; the latter is None for a single value."""

    mean: float
    deviation: float | None

    @property
    def text(self) -> str:
        """The mean, with the deviation in brackets."""
        return significant(self.mean) + (f" ({significant(self.deviation)})" if self.deviation else "")


class LossSeries(NamedTuple):
    """The treatments of one way to send, by packet loss in percent."""

    name: str
    settings: ReliableAckSettings
    """Those of the first treatment."""
    treatments: dict[float, Treatment]

    @property
    def look(self) -> Look:
        """The look of the level's semantics."""
        return semantics_look(next(iter(self.treatments.values())))

    @property
    def is_published(self) -> bool:
        """Whether the paper has this way to send: it waited for each message that brokers confirm."""
        if self.settings.level in CONFIRMED_BY_BROKERS:
            return self.settings.sending is Sending.ONE_BY_ONE
        return self.settings.level in NOT_WAITING

    def rate(self, run: MeasuredRun, loss: float, column: str) -> MeanAndDeviation | None:
        """A rate over the repetitions at this packet loss; None where it was not measured."""
        treatment = self.treatments.get(loss)
        values = run.repetitions(treatment.id, column).tolist() if treatment else []
        if not values:
            return None
        return MeanAndDeviation(fmean(values), stdev(values) if len(values) > 1 else None)


def series_of(plan: Plan) -> list[LossSeries]:
    """A series for each way to send, in the order of the experiment's file; empty for other scenarios."""
    lossy = [
        (treatment, treatment.settings)
        for treatment in plan.treatments
        if isinstance(treatment.settings, ReliableAckSettings)
    ]
    series = []
    for name, pairs in grouped(lossy, lambda pair: _name(*pair)).items():
        in_order = sorted(pairs, key=lambda pair: pair[1].packet_loss)
        by_loss = {settings.packet_loss: treatment for treatment, settings in in_order}
        series.append(LossSeries(name, pairs[0][1], by_loss))
    return series


def losses_of(series: list[LossSeries]) -> list[float]:
    """Every packet loss that was tried, in percent."""
    return sorted({loss for line in series for loss in line.treatments})


def dropped_packets(run: MeasuredRun, treatment: Treatment) -> tuple[int, int]:
    """The packets of a treatment's producers that were dropped, and all their packets."""
    faults = run.table("faults")
    if "packets_dropped" not in faults:
        return 0, 0
    cells = [cell.id for cell in run.plan.cells if cell.treatment == treatment.id]
    dropping = faults[faults["cell"].isin(cells)].dropna(subset=["packets_dropped"])
    return int(dropping["packets_dropped"].sum()), int(dropping["packets_seen"].sum())


def percentage(part: float | None, whole: float | None) -> str:
    """A part as a percentage of the whole, without the sign; a dash where the whole is not known, or 0."""
    return significant((part or 0) / whole * 100) if whole else DASH


def _name(treatment: Treatment, settings: ReliableAckSettings) -> str:
    words = [settings.level.replace("-", " ")]
    if settings.level in CONFIRMED_BY_BROKERS:
        words.append(settings.sending.replace("-", " "))
    shown = {*SHOWN_FACTORS, *settings.naming_factors}
    return ", ".join([*words, *factor_phrases(treatment, but=shown)])


def published_rate(series: LossSeries, loss: float) -> MeanAndDeviation | None:
    """The rate in Table I of the paper, in messages/s; None where the paper does not have it."""
    row = {"ack_level": series.settings.level.value, "packet_loss_percent": f"{loss:g}"}
    mean = published_number(NAME, "mean_msgs_per_s", **row)
    if mean is None or not series.is_published:
        return None
    return MeanAndDeviation(mean, published_number(NAME, "stddev_msgs_per_s", **row))


def fall(rate_at: Callable[[float], MeanAndDeviation | None], first: float, last: float) -> float | None:
    """The share by which a rate falls from one packet loss to another; None where either rate is unknown."""
    before, after = rate_at(first), rate_at(last)
    return 1 - after.mean / before.mean if before and after and before.mean else None


LEVEL: ItemColumn[LossSeries] = words("Level", lambda series: series.name)


def tables(run: MeasuredRun, series: list[LossSeries]) -> list[Table]:
    """All tables of the section."""
    losses = losses_of(series)
    confirmed = [number(f"{loss:g} % lost", _measured(run, CONFIRMED_RATE, loss)) for loss in losses]
    rates = [
        column
        for loss in losses
        for column in (
            number("measured", _measured(run, SENDING_RATE, loss), f"{loss:g} % lost"),
            number("published", _published(loss), f"{loss:g} % lost"),
        )
    ]
    acknowledged = [line for line in series if not line.settings.is_acknowledged_by_client]
    return [
        _table("rack-confirmed", "Confirmed, messages/s", confirmed, acknowledged, [CONFIRMED_NOTE]),
        _table("rack-rates", "Producer's throughput, messages/s", rates, series, [RATE_NOTE, source(NAME)]),
        _fall_table(run, series, [loss for loss in losses if loss]),
        _outcome_table(run, series),
    ]


def _table(
    identity: str,
    caption: str,
    columns: Sequence[ItemColumn[LossSeries]],
    series: list[LossSeries],
    notes: Sequence[str] = (),
) -> Table:
    return table_of(identity, caption, [LEVEL, *columns], series, notes, lambda line: line.look)


def _measured(run: MeasuredRun, column: str, loss: float) -> Callable[[LossSeries], str]:
    return lambda series: _text(series.rate(run, loss, column))


def _published(loss: float) -> Callable[[LossSeries], str]:
    return lambda series: _text(published_rate(series, loss))


def _text(rate: MeanAndDeviation | None) -> str:
    return rate.text if rate else DASH


def _fall_table(run: MeasuredRun, series: list[LossSeries], losses: list[float]) -> Table:
    """By how much each rate falls from the lowest loss to the highest; no rows with fewer than two losses."""
    first, last = (losses[0], losses[-1]) if losses else (0, 0)

    def text(rate_at: Callable[[float], MeanAndDeviation | None]) -> str:
        share = fall(rate_at, first, last)
        return DASH if share is None else significant(share * 100)

    columns: list[ItemColumn[LossSeries]] = [
        number("measured, %", lambda line: text(partial(line.rate, run, column=SENDING_RATE))),
        number("published, %", lambda line: text(partial(published_rate, line))),
    ]
    caption = f"Fall of the producer's throughput from {first:g} % to {last:g} % packets lost"
    return _table("rack-falls", caption, columns, series if len(losses) > 1 else [])


class SeriesAtLoss(NamedTuple):
    """A way to send at a packet loss in percent."""

    series: LossSeries
    loss: float
    treatment: Treatment


def _outcome_table(run: MeasuredRun, series: list[LossSeries]) -> Table:
    def counted(
        metric: str, title: str, shared_title: str, count_of: Callable[[str, str], int | None] = run.counted
    ) -> ItemColumn[SeriesAtLoss]:
        return number(title, lambda item: count(count_of(item.treatment.id, metric)), shared_title)

    def seconds(item: SeriesAtLoss) -> str:
        return significant(run.repetitions(item.treatment.id, "retransmission_time").mean())

    packets = "packets lost, %"
    columns: list[ItemColumn[SeriesAtLoss]] = [
        words("Level", lambda item: item.series.name),
        number("requested", lambda item: f"{item.loss:g}", packets),
        number("measured", lambda item: percentage(*dropped_packets(run, item.treatment)), packets),
        counted("sent", "sent", "messages"),
        counted("acked", "acknowledged", "messages"),
        counted("lost", "lost", "messages"),
        counted("duplicated", "duplicated", "messages"),
        counted("gone", "not in the log", "acknowledged"),
        counted("unfinished", "unfinished", "copies"),
        counted("retransmitted", "messages", "retransmitted"),
        number("s per cell", seconds, "retransmitted"),
        counted("left_to_monitor", "messages", "left to the monitor", run.total),
        counted("segments_retransmitted", "segments", "sent again by TCP", run.total),
    ]
    items = [
        SeriesAtLoss(line, loss, treatment)
        for line in series
        for loss, treatment in line.treatments.items()
        if run.total(treatment.id, "sent") is not None
    ]
    caption = "Outcomes of messages"
    return table_of("rack-fates", caption, columns, items, OUTCOME_NOTES, lambda item: item.series.look)

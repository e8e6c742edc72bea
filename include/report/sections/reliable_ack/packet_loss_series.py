"""The treatments of each way to send by packet loss, and what was measured of them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from statistics import fmean, stdev

from include.matrix.plan import Plan, Treatment
from include.rendering.number_format import DASH, significant
from include.rendering.palette import Look
from include.report.grouping import grouped
from include.report.literature import literature_rows
from include.report.measured_run import MeasuredRun
from include.report.treatments.names import other_factors, semantics_look, setting_phrase
from include.scenarios.reliable_ack.settings import AckLevel, FullBuffer, ReliableAckSettings, Sending

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


@dataclass(frozen=True)
class MeanAndDeviation:
    """A mean and the sample standard deviation; the latter is None for a single value."""

    mean: float
    deviation: float | None

    @property
    def text(self) -> str:
        """The mean, with the deviation in brackets."""
        return significant(self.mean) + (f" ({significant(self.deviation)})" if self.deviation else "")


@dataclass(frozen=True)
class LossSeries:
    """The treatments of one way to send, by packet loss in percent."""

    name: str
    settings: ReliableAckSettings
    """Those of the first treatment."""
    treatments: dict[float, Treatment]

    @property
    def level(self) -> AckLevel:
        """The level of acknowledgement."""
        return self.settings.level

    @property
    def semantics_look(self) -> Look:
        """The look of the level's semantics."""
        return semantics_look(next(iter(self.treatments.values())))

    @property
    def is_acknowledged_by_client(self) -> bool:
        """Whether neither a broker nor a monitor confirms messages."""
        return self.settings.is_acknowledged_by_client

    @property
    def leaves_to_monitor(self) -> bool:
        """Whether messages for which the client has no room are left to a monitor."""
        return self.settings.has_monitor and self.settings.full_buffer is FullBuffer.LEAVE_TO_MONITOR

    @property
    def is_published(self) -> bool:
        """Whether the paper has this way to send: it waited for each message that brokers confirm."""
        if self.level in CONFIRMED_BY_BROKERS:
            return self.settings.sending is Sending.ONE_BY_ONE
        return self.level in NOT_WAITING

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
    by_name = grouped(lossy, lambda pair: _name(*pair))
    return [LossSeries(name, of_name[0][1], _by_loss(of_name)) for name, of_name in by_name.items()]


def _by_loss(pairs: list[tuple[Treatment, ReliableAckSettings]]) -> dict[float, Treatment]:
    in_order = sorted(pairs, key=lambda pair: pair[1].packet_loss)
    return {settings.packet_loss: treatment for treatment, settings in in_order}


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


def is_void(run: MeasuredRun, series: list[LossSeries]) -> bool:
    """Whether packets were lost and nothing was recorded of what TCP did: they were not lost in the path."""
    lossy_treatments = [line.treatments[loss] for line in series for loss in line.treatments if loss]
    treatments = [treatment for treatment in lossy_treatments if run.total(treatment.id, "sent")]
    return any(run.total(treatment.id, "segments_retransmitted") is None for treatment in treatments)


def percentage(part: float, whole: float) -> str:
    """A part as a percentage of the whole, without the sign; a dash where the whole is 0."""
    return significant(part / whole * 100) if whole else DASH


def _name(treatment: Treatment, settings: ReliableAckSettings) -> str:
    words = [settings.level.replace("-", " ")]
    if settings.level in CONFIRMED_BY_BROKERS:
        words.append(settings.sending.replace("-", " "))
    others = {name: level for name, level in other_factors(treatment).items() if name not in SHOWN_FACTORS}
    return ", ".join([*words, *(setting_phrase(name, level) for name, level in others.items())])


TableKey = tuple[str, float]
"""Level, and packet loss in percent."""


@cache
def table_one() -> dict[TableKey, MeanAndDeviation]:
    """Means and standard deviations in messages/s."""
    return {
        (row["ack_level"], float(row["packet_loss_percent"])): MeanAndDeviation(
            float(row["mean_msgs_per_s"]), float(row["stddev_msgs_per_s"])
        )
        for row in literature_rows(NAME)
    }


def published_rate(series: LossSeries, loss: float) -> MeanAndDeviation | None:
    """The paper's rate for a way to send; None where the paper does not have it."""
    return table_one().get((series.level.value, loss)) if series.is_published else None


def fall(rate_at: Callable[[float], MeanAndDeviation | None], first: float, last: float) -> float | None:
    """The share by which a rate falls from one packet loss to another; None where either rate is unknown."""
    before, after = rate_at(first), rate_at(last)
    return 1 - after.mean / before.mean if before and after and before.mean else None

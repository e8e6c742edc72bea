"""What a run measured on a lossy network: a line for each way to send, over how many packets were lost."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, stdev

from include.matrix.plan import Plan, Treatment
from include.rendering.number_format import DASH, significant
from include.rendering.palette import Look
from include.report.run import Run
from include.report.treatments import other_factors, semantics_look, setting_phrase
from include.scenarios.reliable_ack.settings import Level, ReliableAckSettings, Sending

SENDING, CONFIRMED = "sending_rate", "producer_broker_rate"
"""Columns: messages/s until the producer had handed over its last, and until the last was confirmed."""


@dataclass(frozen=True)
class Spread:
    """A mean, and the standard deviation of what it is of: none of a single one."""

    mean: float
    deviation: float | None

    @property
    def text(self) -> str:
        """As tables have it."""
        return significant(self.mean) + (f" ({significant(self.deviation)})" if self.deviation else "")


@dataclass(frozen=True)
class Line:
    """One way to send; its treatments by the packets that were lost, in percent."""

    name: str
    settings: ReliableAckSettings
    """Of its first treatment."""
    treatments: dict[float, Treatment]

    @property
    def level(self) -> Level:
        """Who has to have a message."""
        return self.settings.level

    @property
    def semantics_look(self) -> Look:
        """The look of the level's semantics."""
        return semantics_look(next(iter(self.treatments.values())))

    @property
    def is_published(self) -> bool:
        """Whether the paper had it: it waited for each message wherever one is confirmed by brokers."""
        waits = self.settings.sending is Sending.ONE_BY_ONE
        return waits if self.level in (Level.LEADER, Level.REPLICAS) else self.level in NOT_WAITING

    def spread(self, run: Run, loss: float, column: str) -> Spread | None:
        """What its repetitions came to at this loss; None where there is none."""
        treatment = self.treatments.get(loss)
        values = run.repetitions(treatment.id, column).tolist() if treatment else []
        if not values:
            return None
        return Spread(fmean(values), stdev(values) if len(values) > 1 else None)


NOT_WAITING = (Level.FIRE_AND_FORGET, Level.RELIABLE_ACK)


def lines_of(plan: Plan) -> list[Line]:
    """Every way to send that a run tried, in the order of the experiment's file."""
    found: dict[str, dict[float, Treatment]] = {}
    for treatment, settings in _lossy(plan):
        found.setdefault(_name(treatment, settings), {})[settings.packet_loss] = treatment
    return [Line(name, _settings(own), dict(sorted(own.items()))) for name, own in found.items()]


def losses_of(lines: list[Line]) -> list[float]:
    """Every loss that was tried, in percent."""
    return sorted({loss for line in lines for loss in line.treatments})


def lost_packets(run: Run, treatment: Treatment) -> tuple[int, int]:
    """The packets that the producers of a treatment's cells lost, and all their packets."""
    if "packets_dropped" not in run.windows:
        return 0, 0
    own = run.windows[run.windows["cell"].isin(_cells(run, treatment))].dropna(subset=["packets_dropped"])
    return int(own["packets_dropped"].sum()), int(own["packets_seen"].sum())


def percent(part: float, whole: float) -> str:
    """A share in percent; a dash of nothing."""
    return significant(part / whole * 100) if whole else DASH


def _lossy(plan: Plan) -> Iterator[tuple[Treatment, ReliableAckSettings]]:
    for treatment in plan.treatments:
        if isinstance(treatment.settings, ReliableAckSettings):
            yield treatment, treatment.settings


def _settings(treatments: dict[float, Treatment]) -> ReliableAckSettings:
    settings = next(iter(treatments.values())).settings
    assert isinstance(settings, ReliableAckSettings)  # noqa: S101 - as `_lossy` chose them
    return settings


def _name(treatment: Treatment, settings: ReliableAckSettings) -> str:
    others = {
        name: level
        for name, level in other_factors(treatment).items()
        if name not in ("packet_loss", "sending")
    }
    waits = settings.level in (Level.LEADER, Level.REPLICAS)
    sending = [settings.sending.replace("-", " ")] if waits else []
    return ", ".join(
        [settings.level.replace("-", " "), *sending, *(setting_phrase(*other) for other in others.items())]
    )


def _cells(run: Run, treatment: Treatment) -> list[str]:
    return [cell.id for cell in run.plan.cells if cell.treatment == treatment.id]

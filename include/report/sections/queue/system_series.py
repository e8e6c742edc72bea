"""The treatments of each queue system by message size, and the two sides of a queue."""

from dataclasses import dataclass

from include.load_runtime.scenarios.queue.systems import System
from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.rendering.number_format import NO_BREAK
from include.rendering.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, VIOLET, Look
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import setting_phrase
from include.scenarios.queue.settings import QueueSettings

LOOKS: dict[System, Look] = {
    System.KAFKA: BLUE,
    System.REDIS_LIST: PINK,
    System.REDIS_STREAM: ORANGE,
    System.RABBITMQ: GREEN,
    System.RABBITMQ_CONFIRMED: VIOLET,
}

SHOWN_FACTORS = ("arm", "scenario", "system", "message_bytes")
"""Factors that a series shows without naming them."""


@dataclass(frozen=True)
class Side:
    """Filling a queue, or emptying it, by its name in ``results/tenths``."""

    name: str
    verb: str
    rate: TreatmentMetric
    """In messages/s."""
    cpu: TreatmentMetric
    """The share of a core that the program of this side used."""


ENQUEUE = Side(
    "sent", "enqueued", TreatmentMetric("rate", Span.PRODUCER_BROKER), TreatmentMetric("generator_cpu")
)
DEQUEUE = Side("received", "dequeued", TreatmentMetric("consumption_rate"), TreatmentMetric("consumer_cpu"))
SIDES = (ENQUEUE, DEQUEUE)


@dataclass(frozen=True)
class SystemSeries:
    """The treatments of a system that differ only in the message size, by that size in bytes."""

    system: System
    other_factors: str
    by_size: dict[int, Treatment]

    @property
    def name(self) -> str:
        """The system, and its other factors in words."""
        return f"{self.system.value}, {self.other_factors}" if self.other_factors else self.system.value

    @property
    def look(self) -> Look:
        """The look of the system."""
        return LOOKS.get(self.system, NEUTRAL)


def series_of(plan: Plan) -> list[SystemSeries]:
    """The series of a plan, in the order of the systems; empty for other scenarios."""
    treatments: dict[tuple[System, str], dict[int, Treatment]] = {}
    for treatment in plan.treatments:
        if isinstance(treatment.settings, QueueSettings):
            key = treatment.settings.system, _other_factors(treatment)
            treatments.setdefault(key, {})[treatment.settings.message_bytes] = treatment
    order = list(System)
    return sorted(
        (SystemSeries(system, others, by_size) for (system, others), by_size in treatments.items()),
        key=lambda series: order.index(series.system),
    )


def sizes_of(series: list[SystemSeries]) -> list[int]:
    """All message sizes, in bytes."""
    return sorted({size for line in series for size in line.by_size})


def size_text(size: int) -> str:
    """A message size with its unit."""
    return f"{size:,}{NO_BREAK}B"


def _other_factors(treatment: Treatment) -> str:
    others = {name: level for name, level in treatment.factors.items() if name not in SHOWN_FACTORS}
    phrases = [setting_phrase(name, level) for name, level in others.items()]
    return ", ".join([*([treatment.arm] if treatment.arm else []), *phrases])

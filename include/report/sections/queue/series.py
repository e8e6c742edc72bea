"""The lines of a report on queues: a system, and what else tells its treatments apart."""

from dataclasses import dataclass

from include.load_runtime.scenarios.queue.systems import System
from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate
from include.rendering.number_format import NO_BREAK
from include.rendering.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, VIOLET, Look
from include.report.run import Run
from include.report.treatments import setting_phrase
from include.scenarios.queue.settings import QueueSettings

LOOKS: dict[System, Look] = {
    System.KAFKA: BLUE,
    System.REDIS_LIST: PINK,
    System.REDIS_STREAM: ORANGE,
    System.RABBITMQ: GREEN,
    System.RABBITMQ_CONFIRMED: VIOLET,
}

OWN_FACTORS = ("arm", "scenario", "system", "message_bytes")


@dataclass(frozen=True)
class Side:
    """Filling a queue, or emptying it: its name in ``results/tenths``, and its rate in the results."""

    name: str
    verb: str
    column: str
    metric: str
    span: Span | None

    def estimate(self, run: Run, treatment: Treatment) -> Estimate | None:
        """A treatment's rate, in messages/s."""
        return run.estimate(treatment.id, self.metric, self.span)


ENQUEUE = Side("sent", "enqueued", "producer_broker_rate", "rate", Span.PRODUCER_BROKER)
DEQUEUE = Side("received", "dequeued", "consumption_rate", "consumption_rate", None)
SIDES = (ENQUEUE, DEQUEUE)


@dataclass(frozen=True)
class Line:
    """The treatments of a system that differ in nothing but their messages' size, by that size in bytes."""

    system: System
    others: str
    by_size: dict[int, Treatment]

    @property
    def name(self) -> str:
        """The system, and what else tells it apart."""
        return f"{self.system.value}, {self.others}" if self.others else self.system.value

    @property
    def look(self) -> Look:
        """Its colour and mark."""
        return LOOKS.get(self.system, NEUTRAL)


def lines_of(plan: Plan) -> list[Line]:
    """The lines of a plan, in the order of the systems; none where it is about something else."""
    found: dict[tuple[System, str], dict[int, Treatment]] = {}
    for treatment in plan.treatments:
        if isinstance(treatment.settings, QueueSettings):
            key = treatment.settings.system, _others(treatment)
            found.setdefault(key, {})[treatment.settings.message_bytes] = treatment
    order = list(System)
    return sorted(
        (Line(system, others, by_size) for (system, others), by_size in found.items()),
        key=lambda line: order.index(line.system),
    )


def sizes_of(lines: list[Line]) -> list[int]:
    """All sizes of messages, in bytes."""
    return sorted({size for line in lines for size in line.by_size})


def in_bytes(size: int) -> str:
    """A size with its unit."""
    return f"{size:,}{NO_BREAK}B"


def _others(treatment: Treatment) -> str:
    """Its levels of what is neither system nor size, in words; the arm by its name."""
    told = {name: level for name, level in treatment.factors.items() if name not in OWN_FACTORS}
    words = [setting_phrase(name, level) for name, level in told.items()]
    return ", ".join([*([treatment.arm] if treatment.arm else []), *words])

"""The treatments of each queue system by message size, and the published findings about the systems."""

from collections.abc import Iterator
from typing import NamedTuple

from include.load_runtime.scenarios.queue.systems import System
from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.rendering.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, VIOLET, Look
from include.rendering.table import ItemColumn, Table, number, table_of, words
from include.rendering.wording import capitalised, enumerated, with_interval
from include.report.grouping import grouped
from include.report.literature import literature_rows, source
from include.report.measured_run import MeasuredRun
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import factor_phrases, size_text
from include.report.treatments.pairs import Shown, TreatmentPair, compared, finding, in_words, pair
from include.scenarios.queue.settings import QueueSettings
from include.verdicts.paired_differences import PairedDifference

LOOKS: dict[System, Look] = {
    System.KAFKA: BLUE,
    System.REDIS_LIST: PINK,
    System.REDIS_STREAM: ORANGE,
    System.RABBITMQ: GREEN,
    System.RABBITMQ_CONFIRMED: VIOLET,
}

SHOWN_FACTORS = ("arm", "scenario", "system", "message_bytes")
"""Factors that a series shows without naming them."""

NAME = "queue"
"""A CSV file of figures and a text file with their source, in include/report/published_figures/."""

REDIS = System.REDIS_LIST
"""What is compared with RabbitMQ: streams were added to Redis years after the publication."""

RABBITMQ_USES = (System.RABBITMQ, System.RABBITMQ_CONFIRMED)
"""The uses of RabbitMQ. The first one in a run decides, because the publication does not mention confirms."""

REPRODUCED, NOT_REPRODUCED = "reproduced", "not reproduced"


class Side(NamedTuple):
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


class SystemSeries(NamedTuple):
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
    measured = [
        (treatment, treatment.settings)
        for treatment in plan.treatments
        if isinstance(treatment.settings, QueueSettings)
    ]
    groups = grouped(measured, lambda pair: (pair[1].system, _other_factors(pair[0])))
    order = list(System)
    return [
        SystemSeries(*key, {settings.message_bytes: treatment for treatment, settings in of_key})
        for key, of_key in sorted(groups.items(), key=lambda item: order.index(item[0][0]))
    ]


def sizes_of(series: list[SystemSeries]) -> list[int]:
    """All message sizes, in bytes."""
    return sorted({size for line in series for size in line.by_size})


def _other_factors(treatment: Treatment) -> str:
    return ", ".join(filter(None, [treatment.arm, *factor_phrases(treatment, but=SHOWN_FACTORS)]))


class PublishedClaim(NamedTuple):
    """A published finding for one side and one message size, and the treatments of a run that it is about."""

    words: str
    side: Side
    message_bytes: int
    redis_rate: Shown
    """The rate of Redis, beside that of RabbitMQ."""
    against: System
    pair: TreatmentPair


class Evidence(NamedTuple):
    """A claim, and the ratio of Redis' rate to RabbitMQ's, over pairs of cells of the same block."""

    claim: PublishedClaim
    ratio: PairedDifference

    @property
    def size(self) -> str:
        """The message size, as text."""
        return size_text(self.claim.message_bytes)

    @property
    def agreement(self) -> str:
        """A claim is reproduced only where the whole corrected interval lies on its side of 1."""
        shown = finding(self.ratio)
        if shown in (Shown.TOO_FEW, Shown.NOT_SHOWN):
            return shown.value
        return REPRODUCED if shown is self.claim.redis_rate else NOT_REPRODUCED


def evidence(run: MeasuredRun, series: list[SystemSeries]) -> list[Evidence]:
    """The evidence for every claim of whose systems the run has both, against each use of RabbitMQ."""
    differences = compared(run, _claims(series), lambda claim: claim.pair)
    return [Evidence(claim, ratio) for claim, ratio in differences if ratio.pairs]


def _claims(series: list[SystemSeries]) -> Iterator[PublishedClaim]:
    sides = {side.name: side for side in SIDES}
    first = {line.system: line.by_size for line in reversed(series)}  # the first of several series counts
    for row in literature_rows(NAME):
        side, size = sides[row["side"]], int(row["message_bytes"])
        redis_rate = Shown.HIGHER if row["faster"] == "redis" else Shown.LOWER
        for against in RABBITMQ_USES:
            redis, rabbitmq = (first.get(system, {}).get(size) for system in (REDIS, against))
            if redis and rabbitmq:
                compared_pair = pair(redis, rabbitmq, side.rate.column)
                yield PublishedClaim(row["claim"], side, size, redis_rate, against, compared_pair)


def claim_sentences(items: list[Evidence]) -> list[str]:
    """A sentence for each published finding: the finding, the measured ratios, and whether they agree."""
    measured = [item for item in items if item.ratio.estimate is not None]
    deciding = [uses[0] for uses in grouped(measured, lambda item: item.claim[:4]).values()]
    by_words = grouped(deciding, lambda item: item.claim.words)
    return [_sentence(words, of_claim) for words, of_claim in by_words.items()]


def _sentence(words: str, items: list[Evidence]) -> str:
    ratios = ", ".join(f"{in_words(item.ratio)} at {item.size}" for item in items)
    agreements = grouped(items, lambda item: item.agreement)
    agreement = "; ".join(
        f"{agreement} at {enumerated([item.size for item in of_agreement])}"
        for agreement, of_agreement in agreements.items()
    )
    claim = items[0].claim
    return (
        f"Published: {words}. Measured, the ratio of {REDIS.value} to {claim.against.value} in messages "
        f"{claim.side.verb} per second: {ratios}. "
        f"{capitalised(agreement if len(agreements) > 1 else items[0].agreement)}."
    )


def claim_table(items: list[Evidence]) -> Table:
    """A row for each claim, side, size and use of RabbitMQ."""
    columns: list[ItemColumn[Evidence]] = [
        words("Published", lambda item: item.claim.words),
        number("Payload", lambda item: item.size),
        words("Against", lambda item: item.claim.against.value),
        number(
            "Redis / RabbitMQ",
            lambda item: with_interval(item.ratio.estimate, item.ratio.low, item.ratio.high),
        ),
        words("", lambda item: item.agreement),
    ]
    notes = (
        f"The ratio of the rates of {REDIS.value} and RabbitMQ in the same block: the geometric mean over "
        "the blocks (without the lowest and the highest tenth from ten on), with its 95% interval in "
        "brackets. A finding is reproduced if the system that it calls faster is faster. A difference is "
        "shown where the interval that is corrected for all these comparisons excludes 1.",
        source(NAME),
    )
    caption = "Published findings beside the measurements"
    return table_of("queue-findings", caption, columns, items, notes)

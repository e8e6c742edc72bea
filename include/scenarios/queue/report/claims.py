"""The treatments of each queue system by message size, and the published findings about the systems."""

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from include.kinds.grouping import grouped
from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.literature import agreement, claim_sentence, literature_rows, source
from include.report.measured_run import MeasuredRun
from include.report.pages.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, VIOLET, Look
from include.report.pages.table import ItemColumn, Table, number, table_of, words
from include.report.pages.wording import enumerated, with_interval
from include.report.treatments.groups import TreatmentSeries, series_of
from include.report.treatments.names import factor_phrases, size_text
from include.report.treatments.paired_comparisons import TreatmentPair, compared
from include.scenarios.queue.settings import QueueSettings
from include.scenarios.queue.systems import systems
from include.verdicts.comparison.compare import Finding

SystemSeries = TreatmentSeries[QueueSettings]
"""The treatments of a system that differ only in the message size, by the size in bytes."""

LOOKS: dict[str, Look] = {
    "kafka": BLUE,
    "redis-list": PINK,
    "redis-stream": ORANGE,
    "rabbitmq": GREEN,
    "rabbitmq-confirmed": VIOLET,
}

SHOWN_FACTORS = ("arm", "scenario", "system", "message_bytes")
"""The factors that are not added to the name of a series, because the name or the report already shows
them."""

NAME = "queue"

REDIS = "redis-list"
"""The way to use Redis in the comparison with RabbitMQ: as a list. Streams are not compared, because Redis
introduced them years after the publication."""

RABBITMQ_USES = ("rabbitmq", "rabbitmq-confirmed")
"""The ways to use RabbitMQ: without and with confirms. The publication does not mention confirms. Therefore,
the first way in this order that a run measured decides whether the run agrees with a finding."""


class Side(NamedTuple):
    """One of the two sides of a queue: filling the queue or emptying it.

    ``name`` is the name of the side in ``results/tenths``.
    """

    name: str
    verb: str
    rate: str
    """The column of the rate in messages/s."""
    cpu: str
    """The column with the CPU time of the side's program, as a share of the time of one core."""


ENQUEUE = Side("sent", "enqueued", "producer_broker_rate", "generator_cpu")
DEQUEUE = Side("received", "dequeued", "consumption_rate", "consumer_cpu")
SIDES = (ENQUEUE, DEQUEUE)


def system_series(plan: Plan) -> list[SystemSeries]:
    """The series of a plan, in the order of the systems; empty if no treatment has the scenario ``queue``."""

    def name(treatment: Treatment, settings: QueueSettings) -> str:
        factors = factor_phrases(treatment, but=SHOWN_FACTORS)
        return ", ".join(filter(None, [settings.system, treatment.arm, *factors]))

    def look(_: Treatment, settings: QueueSettings) -> Look:
        return LOOKS.get(settings.system, NEUTRAL)

    series = series_of(plan.treatments, QueueSettings, lambda settings: settings.message_bytes, name, look)
    return sorted(series, key=lambda line: list(systems()).index(line.settings.system))


class RateClaim(NamedTuple):
    """A published finding about the rates of Redis and RabbitMQ for one message size."""

    published: str
    side: Side
    size: str
    against: str
    """The way in which RabbitMQ is used in the comparison with Redis: one of ``RABBITMQ_USES``."""
    measured: str
    conclusion: str


def claims_of(run: MeasuredRun, series: list[SystemSeries]) -> list[RateClaim]:
    """Every published finding about two systems of the run, for each way to use RabbitMQ."""
    return [
        RateClaim(
            row["claim"],
            side,
            size_text(int(row["message_bytes"])),
            against,
            with_interval(ratio.estimate, ratio.low, ratio.high),
            agreement(ratio, Finding.HIGHER if row["faster"] == "redis" else Finding.LOWER),
        )
        for (row, side, against, _), ratio in compared(run, _contests(series), itemgetter(3))
        if ratio.pairs
    ]


def _contests(series: list[SystemSeries]) -> Iterator[tuple[dict[str, str], Side, str, TreatmentPair]]:
    """Yield each finding with its side, a way to use RabbitMQ, and the treatments to compare."""
    sides = {side.name: side for side in SIDES}
    first = {line.settings.system: line.by_level for line in reversed(series)}  # the first of several series
    for row in literature_rows(NAME):
        side, size = sides[row["side"]], int(row["message_bytes"])
        for against in RABBITMQ_USES:
            redis, rabbitmq = (first.get(system, {}).get(size) for system in (REDIS, against))
            if redis and rabbitmq:
                yield row, side, against, (redis, rabbitmq, side.rate)


def claim_sentences(claims: list[RateClaim]) -> list[str]:
    """A sentence for each published finding and conclusion, with the measured ratio for each message size."""
    measured_claims = [claim for claim in claims if claim.conclusion != Finding.TOO_FEW]
    deciding = [
        uses[0] for uses in grouped(measured_claims, lambda claim: (claim.published, claim.size)).values()
    ]
    alike = grouped(deciding, lambda claim: (claim.published, claim.against, claim.conclusion))
    return [_sentence(of_finding) for of_finding in alike.values()]


def _sentence(claims: list[RateClaim]) -> str:
    ratios = enumerated([f"{claim.measured} at {claim.size}" for claim in claims])
    claim = claims[0]
    clause = (
        f"the ratio of {REDIS} to {claim.against} in messages {claim.side.verb} per second, "
        f"with its 95% interval, is {ratios}"
    )
    return claim_sentence(claim.published, clause, claim.conclusion)


def claim_table(claims: list[RateClaim]) -> Table:
    """A table with a row for each ``RateClaim``: a published finding and one way to use RabbitMQ."""
    columns: list[ItemColumn[RateClaim]] = [
        words("Published", lambda claim: claim.published),
        number("Payload", lambda claim: claim.size),
        words("Against", lambda claim: claim.against),
        number("Redis / RabbitMQ", lambda claim: claim.measured),
        words("", lambda claim: claim.conclusion),
    ]
    notes = (
        f"The ratio of the rates of {REDIS} and RabbitMQ in the same block: the geometric mean over the "
        "blocks, with its 95% interval in brackets. The lowest and the highest tenth are left out if there "
        "are ten blocks or more. A finding is reproduced if the system that it calls faster is faster here. "
        "A difference is shown if the interval that is corrected for all these comparisons excludes 1.",
        source(NAME),
    )
    return table_of("queue-findings", "Published findings and measurements", columns, claims, notes)

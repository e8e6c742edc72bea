"""The published findings about Redis and RabbitMQ, and whether the measurements agree with them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from include.load_runtime.scenarios.queue.systems import System
from include.matrix.plan import Treatment
from include.rendering.table import Table
from include.rendering.words import capitalised, enumerated
from include.report.grouping import grouped
from include.report.literature import literature_rows, source
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.system_series import SIDES, Side, SystemSeries, size_text
from include.report.tables import ItemColumn, number, table_of, words
from include.report.treatments.pairs import (
    Shown,
    TreatmentPair,
    compare_pairs,
    finding,
    in_words,
    pair,
    with_interval,
)
from include.verdicts.paired_differences import PairedDifference

NAME = "queue"
"""A CSV file of figures and a text file with their source, in include/report/published_figures/."""

REDIS = System.REDIS_LIST
"""What is compared with RabbitMQ: streams were added to Redis years after the publication."""

RABBITMQ_USES = (System.RABBITMQ, System.RABBITMQ_CONFIRMED)
"""The uses of RabbitMQ. The first one in a run decides, because the publication does not mention confirms."""


class Agreement(StrEnum):
    """Whether a measurement agrees with a published finding."""

    REPRODUCED = "reproduced"
    NOT_REPRODUCED = "not reproduced"
    OPEN = "no difference shown"
    TOO_FEW = "too few repetitions to tell"


@dataclass(frozen=True)
class PublishedClaim:
    """A published finding, for one side and one message size."""

    words: str
    side: Side
    message_bytes: int
    redis_is_faster: bool


@dataclass(frozen=True)
class Evidence:
    """A claim, and the ratio of Redis' rate to RabbitMQ's, over pairs of cells of the same block."""

    claim: PublishedClaim
    against: System
    ratio: PairedDifference

    @property
    def agreement(self) -> Agreement:
        """A claim is reproduced only where the whole corrected interval lies on its side of 1."""
        shown = finding(self.ratio)
        if shown is Shown.TOO_FEW:
            return Agreement.TOO_FEW
        if shown is Shown.NOT_SHOWN:
            return Agreement.OPEN
        is_faster = shown is Shown.HIGHER
        return Agreement.REPRODUCED if is_faster is self.claim.redis_is_faster else Agreement.NOT_REPRODUCED


def published_claims() -> list[PublishedClaim]:
    """All published findings."""
    sides = {side.name: side for side in SIDES}
    return [
        PublishedClaim(row["claim"], sides[row["side"]], int(row["message_bytes"]), row["faster"] == "redis")
        for row in literature_rows(NAME)
    ]


def evidence(run: MeasuredRun, series: list[SystemSeries]) -> list[Evidence]:
    """The evidence for every claim of whose systems the run has both, against each use of RabbitMQ."""
    first = {line.system: line for line in reversed(series)}  # where a system has several series, the first
    pairs = [claim_pair for claim in published_claims() for claim_pair in _pairs(first, claim)]
    differences = compare_pairs(run, [compared_pair for _, _, compared_pair in pairs])
    return [
        Evidence(claim, against, differences[compared_pair])
        for claim, against, compared_pair in pairs
        if differences[compared_pair].pairs
    ]


def _pairs(
    series: dict[System, SystemSeries], claim: PublishedClaim
) -> Iterator[tuple[PublishedClaim, System, TreatmentPair]]:
    for against in RABBITMQ_USES:
        redis, rabbitmq = (_treatment(series.get(system), claim) for system in (REDIS, against))
        if redis is not None and rabbitmq is not None:
            yield claim, against, pair(redis, rabbitmq, claim.side.rate.column)


def _treatment(series: SystemSeries | None, claim: PublishedClaim) -> Treatment | None:
    return series.by_size.get(claim.message_bytes) if series else None


def claim_sentences(items: list[Evidence]) -> list[str]:
    """A sentence for each published finding: the finding, the measured ratios, and whether they agree."""
    deciding: dict[PublishedClaim, Evidence] = {}
    for item in items:
        if item.ratio.estimate is not None:
            deciding.setdefault(item.claim, item)
    by_words = grouped(deciding.values(), lambda item: item.claim.words)
    return [_sentence(words, of_claim) for words, of_claim in by_words.items()]


def _sentence(words: str, items: list[Evidence]) -> str:
    ratios = ", ".join(f"{in_words(item.ratio)} at {size_text(item.claim.message_bytes)}" for item in items)
    return (
        f"Published: {words}. Measured, the ratio of {REDIS.value} to {items[0].against.value} in messages "
        f"{items[0].claim.side.verb} per second: {ratios}. {capitalised(_agreement_text(items))}."
    )


def _agreement_text(items: list[Evidence]) -> str:
    agreements = grouped(items, lambda item: item.agreement)
    if len(agreements) == 1:
        return items[0].agreement.value
    return "; ".join(
        f"{agreement.value} at {enumerated([size_text(item.claim.message_bytes) for item in of_agreement])}"
        for agreement, of_agreement in agreements.items()
    )


def claim_table(items: list[Evidence]) -> Table:
    """A row for each claim, side, size and use of RabbitMQ."""
    columns: list[ItemColumn[Evidence]] = [
        words("Published", lambda item: item.claim.words),
        number("Payload", lambda item: size_text(item.claim.message_bytes)),
        words("Against", lambda item: item.against.value),
        number("Redis / RabbitMQ", lambda item: with_interval(item.ratio)),
        words("", lambda item: item.agreement.value),
    ]
    notes = (
        f"The ratio of the rates of {REDIS.value} and RabbitMQ in the same block: the geometric mean over "
        "the blocks (without the lowest and the highest tenth where there are ten), with its 95% interval in "
        "brackets. A difference is shown where "
        "the interval that is corrected for all these comparisons excludes 1.",
        source(NAME),
    )
    caption = "Published findings beside the measurements"
    return table_of("queue-findings", caption, columns, items, notes)

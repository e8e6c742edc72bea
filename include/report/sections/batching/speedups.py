"""Speedups by larger batches: ratios of rates with different limits of messages in a request, by block."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from include.matrix.plan import Plan, Treatment
from include.rendering.number_format import interval, significant
from include.rendering.table import Table
from include.report.grouping import grouped
from include.report.sections.batching.metrics import BROKER_CPU, RECEIVED_RATE, SENT_RATE
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.varied_settings import SettingGroup, TreatmentGroup, treatment_groups
from include.report.tables import ItemColumn, grouped_table, number, words
from include.report.treatments.names import dagger_notes, level_text, semantics_look, setting_phrase
from include.report.treatments.pairs import TreatmentPair, pair
from include.scenarios.kafka_client_settings import UNLIMITED, kafka_settings
from include.verdicts.paired_differences import PairedDifference

REQUEST_LIMIT = SettingGroup("limit", ("messages_per_request",))

INFINITE = float("inf")

NOTE = (
    "A ratio is the geometric mean over the n blocks that have a valid cell of both limits, without the "
    "lowest and the highest tenth where there are ten; the intervals are not corrected for their number. "
    "Until received: from the creation of the first message to the receipt of the last message, by a "
    "consumer that reads while the producer sends."
)


Compared = Mapping[TreatmentPair, PairedDifference]
"""Everything that the section compares, corrected together."""

SENT, RECEIVED = "producer's rate, times", "until received, times"


@dataclass(frozen=True)
class Limits:
    """Two treatments that differ only in the limit of messages in a request.

    ``group`` names the settings that they share.
    """

    group: str
    fewer: Treatment
    more: Treatment


@dataclass(frozen=True)
class Speedup(Limits):
    """What two limits give."""

    sent: PairedDifference
    """The ratio of the producer's rates."""
    received: PairedDifference
    """The ratio of the rates until the last message was received."""
    broker_cpu: PairedDifference
    """The ratio of the brokers' CPU time of a message."""
    published: float | None

    @property
    def name(self) -> str:
        """The limits: ``50 against 1``."""
        return f"{limit_text(self.more)} against {limit_text(self.fewer)}"

    @property
    def conditions(self) -> str:
        """Message size and acknowledgement of both treatments, in words."""
        settings = self.more.settings
        return (
            f"{setting_phrase('message_bytes', settings.message_bytes)}, acks {settings.delivery_config.acks}"
        )


def limit_text(treatment: Treatment) -> str:
    """The limit of messages in a request as text."""
    return level_text(kafka_settings(treatment.settings).messages_per_request)


def limit_pairs(plan: Plan) -> Iterator[TreatmentPair]:
    """What is compared of every limit and the lowest limit of its group."""
    for limit in _limits(plan):
        for metric in (SENT_RATE, RECEIVED_RATE, BROKER_CPU):
            yield pair(limit.more, limit.fewer, metric.column)


def speedups(plan: Plan, published: PublishedRates, differences: Compared) -> list[Speedup]:
    """Every limit that was measured, against the lowest limit of its group."""
    candidates = [_speedup(limit, published, differences) for limit in _limits(plan)]
    return [speedup for speedup in candidates if speedup.sent.pairs]


def _speedup(limits: Limits, published: PublishedRates, differences: Compared) -> Speedup:
    sent, received, broker_cpu = (
        differences[pair(limits.more, limits.fewer, metric.column)]
        for metric in (SENT_RATE, RECEIVED_RATE, BROKER_CPU)
    )
    published_ratio = published.ratio(limits.fewer, limits.more)
    return Speedup(limits.group, limits.fewer, limits.more, sent, received, broker_cpu, published_ratio)


def _limits(plan: Plan) -> list[Limits]:
    groups = treatment_groups(REQUEST_LIMIT, REQUEST_LIMIT.treatments(plan))
    return [limits for group in groups for limits in _limits_of(group)]


def _limits_of(group: TreatmentGroup) -> Iterator[Limits]:
    limited = [treatment for treatment in group.treatments if _limit(treatment) < INFINITE]
    if limited:
        fewer = min(limited, key=_limit)
        yield from (Limits(group.name, fewer, more) for more in group.treatments if more is not fewer)


def _limit(treatment: Treatment) -> float:
    limit = kafka_settings(treatment.settings).messages_per_request
    return INFINITE if limit == UNLIMITED else limit


def main_speedup(speedups: list[Speedup]) -> Speedup | None:
    """The first speedup with a published figure; else the first one; None where there is none."""
    return next((speedup for speedup in speedups if speedup.published), speedups[0] if speedups else None)


def speedup_table(speedups: list[Speedup]) -> Table:
    """A row for each speedup, grouped by what its treatments have in common."""
    groups = grouped(speedups, lambda speedup: speedup.group)
    notes = (NOTE, *dagger_notes([speedup.more for speedup in speedups]))
    caption = "Speedups by larger batches"
    return grouped_table(
        "batch-gains", caption, COLUMNS, groups.items(), notes, lambda speedup: semantics_look(speedup.more)
    )


COLUMNS: tuple[ItemColumn[Speedup], ...] = (
    words("limit of messages in a request", lambda speedup: speedup.name),
    number("ratio", lambda speedup: significant(speedup.sent.estimate), SENT),
    number("95% interval", lambda speedup: interval(speedup.sent.low, speedup.sent.high), SENT),
    number("published", lambda speedup: significant(speedup.published), SENT),
    number("ratio", lambda speedup: significant(speedup.received.estimate), RECEIVED),
    number("95% interval", lambda speedup: interval(speedup.received.low, speedup.received.high), RECEIVED),
    number("n", lambda speedup: str(speedup.sent.pairs)),
)

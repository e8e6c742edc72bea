"""Speedups by larger batches: ratios of rates with different limits of messages in a request, by block."""

from collections.abc import Mapping
from dataclasses import dataclass

from include.matrix.plan import Plan, Treatment
from include.rendering.number_format import interval, significant
from include.rendering.table import Table
from include.report.grouping import grouped
from include.report.literature import literature_rows, source
from include.report.sections.batching.varied_settings import (
    BROKER_CPU,
    RECEIVED_RATE,
    SENT_RATE,
    SettingGroup,
    treatment_groups,
)
from include.report.tables import ItemColumn, grouped_table, number, words
from include.report.treatments.names import dagger_notes, level_text, semantics_look, setting_phrase
from include.report.treatments.pairs import TreatmentPair, in_words, pair
from include.scenarios.kafka_client_settings import UNLIMITED, kafka_settings
from include.verdicts.paired_differences import PairedDifference

NAME = "batching"
"""A CSV file of rates and a text file with their source, in include/report/published_figures/."""

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
class PublishedRates:
    """Rates in messages/s; ``source`` names the publication in a few sentences."""

    source: str
    producer: dict[tuple[float, str, int], float]
    """By the limit of messages in a request, acks and message size (bytes)."""
    consumer: dict[int, float]
    """By message size (bytes)."""

    def sent(self, treatment: Treatment) -> float | None:
        """The producer's rate for such batches; None where it was not published."""
        settings = treatment.settings
        return self.producer.get((limit(treatment), settings.delivery_config.acks, settings.message_bytes))

    def read(self, treatment: Treatment) -> float | None:
        """The consumer's rate for such messages; None where it was not published."""
        return self.consumer.get(treatment.settings.message_bytes)


def published_rates() -> PublishedRates:
    """The published rates that are part of the project."""
    rows = grouped(literature_rows(NAME), lambda row: row["side"])
    return PublishedRates(
        source=source(NAME),
        producer={
            (int(row["messages_per_request"]), row["acks"], int(row["message_bytes"])): float(row["rate"])
            for row in rows["producer"]
        },
        consumer={int(row["message_bytes"]): float(row["rate"]) for row in rows["consumer"]},
    )


@dataclass(frozen=True)
class Limits:
    """Two treatments that differ only in the limit of messages in a request."""

    group: str
    """The settings that they share."""
    fewer: Treatment
    more: Treatment

    @property
    def pairs(self) -> list[TreatmentPair]:
        """What is compared of both."""
        return [
            pair(self.more, self.fewer, metric.column) for metric in (SENT_RATE, RECEIVED_RATE, BROKER_CPU)
        ]


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
    """The published ratio of the producer's rates; None where either was not published."""

    @property
    def name(self) -> str:
        """The limits: ``50 against 1``."""
        return f"{limit_text(self.more)} against {limit_text(self.fewer)}"

    @property
    def conditions(self) -> str:
        """Message size and acknowledgement of both treatments, in words."""
        settings = self.more.settings
        size = setting_phrase("message_bytes", settings.message_bytes)
        return f"{size}, acks {settings.delivery_config.acks}"

    @property
    def in_words(self) -> str:
        """The limits and the ratio of the producer's rates, after "with"."""
        return (
            f"at most {limit_text(self.more)} messages in a request, the producer's rate was "
            f"{in_words(self.sent)} times the rate with {limit_text(self.fewer)}"
        )


def limit_text(treatment: Treatment) -> str:
    """The limit of messages in a request as text."""
    return level_text(kafka_settings(treatment.settings).messages_per_request)


def limit(treatment: Treatment) -> float:
    """The limit of messages in a request, which may be infinite."""
    messages = kafka_settings(treatment.settings).messages_per_request
    return INFINITE if messages == UNLIMITED else messages


def limit_pairs(plan: Plan) -> list[TreatmentPair]:
    """What is compared of every limit and the lowest limit of its group."""
    return [treatment_pair for limits in _limits(plan) for treatment_pair in limits.pairs]


def speedups(plan: Plan, published: PublishedRates, differences: Compared) -> list[Speedup]:
    """Every limit that was measured, against the lowest limit of its group."""
    candidates = (_speedup(limits, published, differences) for limits in _limits(plan))
    return [speedup for speedup in candidates if speedup.sent.pairs]


def _speedup(limits: Limits, published: PublishedRates, differences: Compared) -> Speedup:
    fewer, more = published.sent(limits.fewer), published.sent(limits.more)
    sent, received, broker_cpu = (differences[treatment_pair] for treatment_pair in limits.pairs)
    ratio = more / fewer if fewer and more else None
    return Speedup(limits.group, limits.fewer, limits.more, sent, received, broker_cpu, ratio)


def _limits(plan: Plan) -> list[Limits]:
    groups = treatment_groups(REQUEST_LIMIT, REQUEST_LIMIT.treatments(plan))
    lowest = {name: min(group, key=limit) for name, group in groups.items()}
    return [
        Limits(name, lowest[name], more)
        for name, group in groups.items()
        for more in group
        if limit(lowest[name]) < INFINITE and more is not lowest[name]
    ]


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

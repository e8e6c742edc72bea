"""Speedups by larger batches: ratios of rates with different limits of messages in a request, by block."""

from collections.abc import Iterator, Mapping
from math import inf
from typing import NamedTuple

from include.matrix.plan import Plan, Treatment
from include.rendering.table import ItemColumn, Table, grouped_table, number, words
from include.rendering.wording import interval, significant
from include.report.grouping import grouped
from include.report.sections.batching.varied_settings import (
    BROKER_CPU,
    RECEIVED_RATE,
    SENT_RATE,
    SettingGroup,
    published_sent,
    treatment_groups,
)
from include.report.treatments.names import dagger_notes, level_text, semantics_look, setting_phrase
from include.report.treatments.pairs import TreatmentPair, in_words, pair
from include.scenarios.kafka_client_settings import UNLIMITED, kafka_settings
from include.verdicts.paired_differences import PairedDifference

REQUEST_LIMIT = SettingGroup("limit", ("messages_per_request",))

NOTE = (
    "A ratio is the geometric mean over the n blocks that have a valid cell of both limits (over the means "
    "of the starts of the brokers, where there are several), without the lowest and the highest tenth from "
    "ten on; the intervals are not corrected for their number. Until received: from the creation of the "
    "first message after the lead-in to the last first receipt, by a consumer that reads while the producer "
    "sends."
)

Compared = Mapping[TreatmentPair, PairedDifference]
"""Everything that the section compares, corrected together."""

SENT, RECEIVED = "producer's rate, times", "until received, times"


class Speedup(NamedTuple):
    """Two treatments that differ only in the limit of messages in a request, and what both limits give."""

    group: str
    """The settings that they share."""
    fewer: Treatment
    more: Treatment
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
    return inf if messages == UNLIMITED else messages


def limit_pairs(plan: Plan) -> list[TreatmentPair]:
    """What is compared of every limit and the lowest limit of its group."""
    return [limit_pair for _, fewer, more in _limits(plan) for limit_pair in _pairs(fewer, more)]


def _pairs(fewer: Treatment, more: Treatment) -> list[TreatmentPair]:
    return [pair(more, fewer, metric.column) for metric in (SENT_RATE, RECEIVED_RATE, BROKER_CPU)]


def speedups(plan: Plan, differences: Compared) -> list[Speedup]:
    """Every limit that was measured, against the lowest limit of its group."""
    all_speedups = []
    for group, fewer, more in _limits(plan):
        sent, received, broker_cpu = (differences[limit_pair] for limit_pair in _pairs(fewer, more))
        rates = published_sent(fewer), published_sent(more)
        ratio = rates[1] / rates[0] if rates[0] and rates[1] else None
        if sent.pairs:
            all_speedups.append(Speedup(group, fewer, more, sent, received, broker_cpu, ratio))
    return all_speedups


def _limits(plan: Plan) -> Iterator[tuple[str, Treatment, Treatment]]:
    """What two treatments have in common, that with the lowest limit, and another one."""
    for name, group in treatment_groups(REQUEST_LIMIT, REQUEST_LIMIT.treatments(plan)).items():
        lowest = min(group, key=limit)
        if limit(lowest) < inf:
            yield from ((name, lowest, more) for more in group if more is not lowest)


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

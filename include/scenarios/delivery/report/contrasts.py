"""Treatments that differ only in messages per request, linger time or codec, compared within blocks."""

from math import inf
from typing import NamedTuple

from include.kinds.grouping import grouped
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import significant
from include.report.treatments.names import dagger_notes, level_text, semantics_look
from include.report.treatments.paired_comparisons import compared, difference_columns
from include.scenarios.delivery.report.varied_settings import (
    CODECS,
    LINGER,
    MESSAGES_PER_REQUEST,
    RECEIVED_RATE,
    SENT_RATE,
    SENT_THROUGHPUT,
    TRANSMITTED,
    SettingGroup,
    published_sent,
    treatment_groups,
)
from include.settings.compared_columns import ACKNOWLEDGED_P50, BROKER_CPU
from include.settings.producer import UNLIMITED, Compression, kafka_settings
from include.verdicts.comparison.compare import Difference

NOTE = (
    "A ratio is the geometric mean over the n blocks that have a valid cell with each of the two limits. "
    "With several starts of the brokers, the mean of each start is used instead of its blocks. The lowest "
    "and the highest tenth are left out if there are ten values or more. The intervals are not corrected for "
    "the number of comparisons. “Until received” is the time from the creation of the first message after "
    "the lead-in until the last message was received for the first time. The consumer reads while the "
    "producer sends."
)


class Contrast(NamedTuple):
    """Two treatments that differ only in a setting, and the differences between pairs of their cells."""

    group: str
    """The settings that the two treatments share, in words."""
    treatment: Treatment
    reference: Treatment
    differences: dict[str, Difference]
    """The difference in each compared column, by the name of the column."""


def published_ratio(speedup: Contrast) -> float | None:
    """The ratio of the producer's published rates for treatment and reference; None if one is missing."""
    rate, of_reference = published_sent(speedup.treatment), published_sent(speedup.reference)
    return rate / of_reference if rate and of_reference else None


def limit_text(treatment: Treatment) -> str:
    """The maximum number of messages in a request, as text."""
    return level_text(kafka_settings(treatment.settings).messages_per_request)


def limit(treatment: Treatment) -> float:
    """The maximum number of messages in a request; infinite if there is no limit."""
    messages = kafka_settings(treatment.settings).messages_per_request
    return inf if messages == UNLIMITED else messages


def linger_ms(treatment: Treatment) -> float:
    """The linger time in ms."""
    return kafka_settings(treatment.settings).linger_ms


def codec(treatment: Treatment) -> Compression:
    """The codec of the producer."""
    return kafka_settings(treatment.settings).compression


Both = tuple[Treatment, Treatment]
"""A treatment and its reference."""


def _limits(group: list[Treatment]) -> list[Both]:
    """Each treatment with a higher limit, paired with the treatment with the lowest limit."""
    lowest = min(group, key=limit)
    return [(more, lowest) for more in group if more is not lowest and limit(lowest) < inf]


def _lingers(group: list[Treatment]) -> list[Both]:
    """The treatments with the longest and the shortest linger time, if they have a fixed rate."""
    shortest, longest = min(group, key=linger_ms), max(reversed(group), key=linger_ms)
    return [(longest, shortest)] if longest is not shortest and shortest.traits.pace.is_fixed else []


def _codecs(group: list[Treatment]) -> list[Both]:
    """Each treatment with compression, paired with the treatment without compression."""
    plain = [treatment for treatment in group if codec(treatment) is Compression.NONE][:1]
    return [
        (treatment, reference) for reference in plain for treatment in group if treatment is not reference
    ]


LIMIT = SettingGroup("limit", ("messages_per_request",))

QUESTIONS = (
    (LIMIT, _limits, (SENT_RATE, RECEIVED_RATE, BROKER_CPU)),
    (LINGER, _lingers, (MESSAGES_PER_REQUEST, ACKNOWLEDGED_P50)),
    (CODECS, _codecs, (SENT_THROUGHPUT, TRANSMITTED)),
)
"""For each question: the varied settings, the function that selects the pairs of treatments in a group, and
the compared columns."""


def contrasts(run: MeasuredRun) -> tuple[list[Contrast], list[Contrast], list[Contrast]]:
    """The measured speedups, and the contrasts of linger times and of codecs.

    Their intervals are corrected for the total number of comparisons.
    """
    choices = [
        (question, name, *both, column)
        for question, (settings, choose, columns) in enumerate(QUESTIONS)
        for name, group in treatment_groups(settings, settings.treatments(run.plan)).items()
        for both in choose(group)
        for column in columns
    ]
    by_question: list[dict[Both, Contrast]] = [{} for _ in QUESTIONS]
    for choice, difference in compared(run, choices, lambda choice: choice[2:]):
        question, name, treatment, reference, column = choice
        contrast = by_question[question].setdefault(
            (treatment, reference), Contrast(name, treatment, reference, {})
        )
        contrast.differences[column] = difference
    speedups, lingers, codecs = (list(of_question.values()) for of_question in by_question)
    return [speedup for speedup in speedups if speedup.differences[SENT_RATE].pairs], lingers, codecs


def main_speedup(speedups: list[Contrast]) -> Contrast | None:
    """The first speedup with a published figure, or else the first speedup; None without a speedup."""
    return next(filter(published_ratio, speedups), speedups[0] if speedups else None)


def speedup_table(speedups: list[Contrast]) -> Table:
    """A table with a row for each speedup, grouped by the settings that both treatments share."""

    def limits(speedup: Contrast) -> str:
        return f"{limit_text(speedup.treatment)} against {limit_text(speedup.reference)}"

    def sent(speedup: Contrast) -> Difference:
        return speedup.differences[SENT_RATE]

    def received(speedup: Contrast) -> Difference:
        return speedup.differences[RECEIVED_RATE]

    rate = "producer's rate, times"
    columns: list[ItemColumn[Contrast]] = [
        words("limit of messages in a request", limits),
        *difference_columns(sent, shared_title=rate)[:2],
        number("published", lambda speedup: significant(published_ratio(speedup)), rate),
        *difference_columns(received, shared_title="until received, times")[:2],
        number("n", lambda speedup: str(sent(speedup).pairs)),
    ]
    groups = grouped(speedups, lambda speedup: speedup.group).items()
    notes = (NOTE, *dagger_notes([speedup.treatment for speedup in speedups]))
    return grouped_table(
        "batch-gains",
        "Speedups by larger batches",
        columns,
        groups,
        notes,
        lambda speedup: semantics_look(speedup.treatment),
    )

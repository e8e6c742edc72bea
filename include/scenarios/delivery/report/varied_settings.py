"""The settings that an experiment about batches varies, the groups of its treatments, and their tables."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from include.kinds.grouping import grouped
from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.literature import published_row, ratio_to_published
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import DASH, significant
from include.report.treatment_table import median_and_interval, median_column
from include.report.treatments.groups import has_faults
from include.report.treatments.names import (
    dagger_notes,
    level_text,
    semantics_look,
    setting_phrase,
    setting_title,
)
from include.settings.compared_columns import (
    ACKNOWLEDGED_P50,
    BROKER_CPU,
    DELIVERED_P50,
    DELIVERED_P99,
    THROUGHPUT,
)
from include.settings.producer import kafka_settings
from include.verdicts.comparison.median_interval import Estimate

NAME = "batching"

SENT_RATE, RECEIVED_RATE = "producer_broker_rate", "producer_consumer_rate"
SENT_THROUGHPUT = "producer_broker_throughput"
MESSAGES_PER_REQUEST, TRANSMITTED = "produced_per_request", "transmitted_bytes"
READ_RATE = "consumption_rate"
"""The column of the rate at which consumers read. It is compared only in cells with a backlog: without a
backlog, consumers cannot read faster than the producer sends."""

NOT_COMPARED = ("scenario", "messages")

MEDIAN_NOTE = "Medians over the valid repetitions."

PER_REQUEST_NOTE = "Messages in a request: messages divided by requests, both as the client counts them."

FETCHED_NOTE = (
    "Fetches are counted from about the first message to the last message, including fetches that return no "
    "message."
)

BYTES_NOTE = (
    "MiB are counted before compression. Transmitted bytes are counted after compression, and include "
    "protocol headers."
)

PRODUCER_RATE, READING = "producer's rate", "rate of reading a backlog"
DELIVERED = {DELIVERED_P50: "p50", DELIVERED_P99: "p99"}
END_TO_END, CPU_TITLE = "end to end, ms", "CPU of brokers, µs/message"


class SettingGroup(NamedTuple):
    """Settings that are varied for one question."""

    id: str
    settings: tuple[str, ...]

    def treatments(self, plan: Plan) -> list[Treatment]:
        """The treatments that have at least one of the settings as a factor, in the order of the plan."""
        return [
            treatment
            for treatment in plan.treatments
            if any(name in treatment.factors for name in self.settings)
        ]


BATCHES = SettingGroup("batches", ("messages_per_request", "batch_bytes"))
LINGER = SettingGroup("linger", ("linger_ms",))
CODECS = SettingGroup("codecs", ("compression",))
FETCHES = SettingGroup(
    "fetches", ("fetch_min_bytes", "fetch_wait_ms", "fetch_max_bytes", "fetch_partition_bytes")
)


def varies_batches(plan: Plan) -> bool:
    """Whether the plan varies batches, fetches, linger times or codecs, and has no other purpose.

    A plan with several scenarios, several semantics, arms or faults has another purpose.
    """
    has_one_scenario = len({treatment.settings.scenario for treatment in plan.treatments}) == 1
    has_one_semantics = len({treatment.settings.semantics for treatment in plan.treatments}) == 1
    if not has_one_scenario or not has_one_semantics or has_faults(plan) or plan.experiment.arms:
        return False
    return any(group.treatments(plan) for group in (BATCHES, FETCHES, LINGER, CODECS))


def treatment_groups(settings: SettingGroup, treatments: list[Treatment]) -> dict[str, list[Treatment]]:
    """Groups of treatments that differ only in ``settings``; settings in ``NOT_COMPARED`` do not matter.

    The key of a group describes its other settings in words.
    """
    others = _differing_settings(treatments, but=(*settings.settings, *NOT_COMPARED))
    return grouped(
        treatments,
        lambda treatment: ", ".join(
            setting_phrase(name, getattr(treatment.settings, name)) for name in others
        ),
    )


def varied_names(settings: SettingGroup, treatments: list[Treatment]) -> list[str]:
    """The group's settings that differ between treatments; if none differs, the group's factors."""
    names = [name for name in _differing_settings(treatments) if name in settings.settings]
    return names or [
        name for name in settings.settings if any(name in treatment.factors for treatment in treatments)
    ]


def _differing_settings(treatments: list[Treatment], but: Iterable[str] = ()) -> list[str]:
    """The settings in which treatments differ, in the order of the scenario's settings.

    The settings that ``but`` names are left out.
    """
    names = type(treatments[0].settings).model_fields if treatments else {}
    ignored_names = set(but)
    return [
        name
        for name in names
        if name not in ignored_names
        and any(
            getattr(treatment.settings, name) != getattr(treatments[0].settings, name)
            for treatment in treatments
        )
    ]


def published_sent(treatment: Treatment) -> float | None:
    """The published producer rate for this request limit, acks and message size, in messages/s, or None."""
    settings = kafka_settings(treatment.settings)
    limit, acks = settings.messages_per_request, settings.traits.delivery.config.acks
    size = settings.message_bytes
    return _published_rate(side="producer", messages_per_request=limit, acks=acks, message_bytes=size)


def published_read(treatment: Treatment) -> float | None:
    """The published rate of reading a backlog with the treatment's message size, in messages/s.

    None if the treatment has no backlog, or if no such rate was published.
    """
    settings = treatment.settings
    if not settings.traits.flow.has_backlog:
        return None
    return _published_rate(side="consumer", message_bytes=settings.message_bytes)


def _published_rate(**of: object) -> float | None:
    row = published_row(NAME, **of)
    return float(row["rate"]) if row else None


def _where_backlog_is(value: bool, column: ItemColumn[Treatment]) -> ItemColumn[Treatment]:
    """The column, with a dash for each treatment whose ``has_backlog`` is not ``value``.

    With a backlog, consumers start only after all messages have been sent.
    """
    title, text = column
    return title, lambda treatment: text(treatment) if treatment.traits.flow.has_backlog is value else DASH


_read, _received = partial(_where_backlog_is, True), partial(_where_backlog_is, False)


def setting_tables(run: MeasuredRun) -> list[Table]:
    """The tables about batches, fetches, linger times and codecs.

    A table has no rows if the plan varies none of the table's settings.
    """
    median, median_with_interval = partial(median_column, run), partial(median_and_interval, run)
    messages, cpu = median(MESSAGES_PER_REQUEST, "messages in a request"), median(BROKER_CPU, CPU_TITLE)
    end_to_end = [_received(median(column, which, END_TO_END)) for column, which in DELIVERED.items()]
    batches = [
        messages,
        *median_with_interval(SENT_RATE, "messages/s", PRODUCER_RATE),
        *_published_columns(run, SENT_RATE, published_sent, PRODUCER_RATE),
        median(SENT_THROUGHPUT, "MiB/s", PRODUCER_RATE),
        _received(median(RECEIVED_RATE, "messages/s", "until received")),
        cpu,
    ]
    fetches = [
        median("fetched_per_request", "messages in a fetch"),
        *map(_read, median_with_interval(READ_RATE, "messages/s", READING)),
        *_published_columns(run, READ_RATE, published_read, READING),
        *end_to_end,
        cpu,
    ]
    lingers = [
        messages,
        median(SENT_RATE, "messages/s"),
        *median_with_interval(ACKNOWLEDGED_P50, "p50", "acknowledged, ms"),
        median("producer_broker_latency_p99", "p99", "acknowledged, ms"),
        *end_to_end,
        cpu,
    ]
    codecs = [
        median(TRANSMITTED, "transmitted, B/message"),
        messages,
        median(SENT_RATE, "messages/s", PRODUCER_RATE),
        *median_with_interval(SENT_THROUGHPUT, "MiB/s", PRODUCER_RATE),
        _received(median(THROUGHPUT, "MiB/s", "until received")),
        cpu,
    ]
    return [
        _setting_table(
            run, BATCHES, "Rates by the limit of messages in a request", batches, PER_REQUEST_NOTE
        ),
        _setting_table(run, FETCHES, "Consumers by their fetch settings", fetches, FETCHED_NOTE),
        _setting_table(run, LINGER, "The effects of lingering", lingers, PER_REQUEST_NOTE),
        _setting_table(run, CODECS, "Compression", codecs, BYTES_NOTE, PER_REQUEST_NOTE),
    ]


def _setting_table(
    run: MeasuredRun,
    settings: SettingGroup,
    caption: str,
    columns: Sequence[ItemColumn[Treatment]],
    *notes: str,
) -> Table:
    """A table of the treatments that have a factor in ``settings``, grouped by their other settings."""
    treatments = settings.treatments(run.plan)
    levels = [_level_column(name, treatments) for name in varied_names(settings, treatments)]
    groups = treatment_groups(settings, treatments).items()
    all_notes = [MEDIAN_NOTE, *notes, *(dagger_notes(treatments) if PER_REQUEST_NOTE in notes else [])]
    return grouped_table(settings.id, caption, [*levels, *columns], groups, all_notes, semantics_look)


def _level_column(name: str, treatments: Sequence[Treatment]) -> ItemColumn[Treatment]:
    is_numeric = any(isinstance(getattr(treatment.settings, name), int | float) for treatment in treatments)
    column = number if is_numeric else words
    return column(setting_title(name), lambda treatment: level_text(getattr(treatment.settings, name)))


def _published_columns(
    run: MeasuredRun, column: str, figure: Callable[[Treatment], float | None], shared_title: str
) -> list[ItemColumn[Treatment]]:
    def ratio(treatment: Treatment) -> str:
        return ratio_to_published(run.median(treatment.id, column), figure(treatment))

    return [
        number("published", lambda treatment: significant(figure(treatment)), shared_title),
        number("ratio to it", ratio, shared_title),
    ]


def fastest_consumer(run: MeasuredRun) -> tuple[Estimate, Treatment] | None:
    """The highest rate at which consumers read a backlog, and the treatment with this rate."""
    rates = [
        (rate, treatment)
        for treatment in FETCHES.treatments(run.plan)
        if treatment.traits.flow.has_backlog and (rate := run.estimate(treatment.id, READ_RATE))
    ]
    return max(rates, key=lambda pair: pair[0].median) if rates else None

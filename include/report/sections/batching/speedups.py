"""Speedups by larger batches: ratios of rates with different limits of messages in a request, by block."""

from collections.abc import Iterator
from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.rendering.estimate import Estimate
from include.rendering.number_format import DASH, interval, significant
from include.rendering.table import Column, Group, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.ratios import ratio_by_block
from include.report.sections.batching.metric_columns import RECEIVED_RATE, SENT_RATE
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.varied_settings import SettingGroup, TreatmentGroup, treatment_groups
from include.report.treatments import dagger_notes, level_text, semantics_look, setting_phrase
from include.scenarios.kafka_client_settings import UNLIMITED, kafka_settings

REQUEST_LIMIT = SettingGroup("limit", ("messages_per_request",))

INFINITE = float("inf")

COLUMNS = (
    Column("limit of messages in a request", numeric=False),
    Column("ratio", "producer's rate, times"),
    Column("95% interval", "producer's rate, times"),
    Column("published", "producer's rate, times"),
    Column("ratio", "until received, times"),
    Column("95% interval", "until received, times"),
    Column("n"),
)

NOTE = (
    "A ratio is that of two cells of the same block: the table has its median over the n blocks that have "
    "both cells. Until received: from the creation of the first message to the receipt of the last message, "
    "by a consumer that reads while the producer sends."
)


@dataclass(frozen=True)
class Speedup:
    """Two treatments that differ only in the limit of messages in a request.

    ``group`` names the settings that they share.
    """

    group: str
    fewer: Treatment
    more: Treatment
    sent: Estimate
    """The ratio of the producer's rates: the median over blocks."""
    received: Estimate | None
    """The ratio of the rates until the last message was received; None where there is none."""
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


def speedups(run: MeasuredRun, published: PublishedRates) -> list[Speedup]:
    """Every limit that was measured, against the lowest limit of its group."""
    groups = treatment_groups(REQUEST_LIMIT, REQUEST_LIMIT.treatments(run.plan))
    return [speedup for group in groups for speedup in _speedups(run, published, group)]


def _speedups(run: MeasuredRun, published: PublishedRates, group: TreatmentGroup) -> Iterator[Speedup]:
    limited = [one for one in group.treatments if _limit(one) < INFINITE]
    if not limited:
        return
    fewer = min(limited, key=_limit)
    for more in group.treatments:
        sent = ratio_by_block(SENT_RATE.values(run, more), SENT_RATE.values(run, fewer))
        if sent and more is not fewer:
            received = ratio_by_block(RECEIVED_RATE.values(run, more), RECEIVED_RATE.values(run, fewer))
            yield Speedup(group.name, fewer, more, sent, received, published.ratio(fewer, more))


def _limit(treatment: Treatment) -> float:
    limit = kafka_settings(treatment.settings).messages_per_request
    return INFINITE if limit == UNLIMITED else limit


def main_speedup(found: list[Speedup]) -> Speedup | None:
    """The first speedup with a published figure; else the first one; None where there is none."""
    return next((speedup for speedup in found if speedup.published), found[0] if found else None)


def speedup_table(found: list[Speedup]) -> Table:
    """A row for each speedup, grouped by what its treatments have in common."""
    groups = tuple(
        Group(tuple(_row(speedup) for speedup in found if speedup.group == group), group)
        for group in dict.fromkeys(speedup.group for speedup in found)
    )
    notes = (NOTE, *dagger_notes([speedup.more for speedup in found]))
    return Table("batch-gains", "Speedups by larger batches", COLUMNS, groups, notes)


def _row(speedup: Speedup) -> Row:
    received = speedup.received
    cells = (
        speedup.name,
        significant(speedup.sent.median),
        interval(speedup.sent.low, speedup.sent.high),
        significant(speedup.published),
        significant(received.median) if received else DASH,
        interval(received.low, received.high) if received else DASH,
        str(speedup.sent.n),
    )
    return Row(cells, semantics_look(speedup.more))

"""What batches gain: rates with more messages in a request against rates with fewer, paired by block."""

from collections.abc import Iterator
from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.rendering.estimate import Estimate
from include.rendering.number_format import DASH, interval, significant
from include.rendering.table import Column, Group, Row, Table
from include.report.run import Run
from include.report.sections.batching.figures import RECEIVED_RATE, SENT_RATE
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.varied_settings import Together, Topic, together
from include.report.sections.cost.cost import ratio_by_block
from include.report.treatments import (
    DAGGER_NOTE,
    acknowledges_itself,
    level_text,
    semantics_look,
    setting_phrase,
)
from include.scenarios.kafka_client_settings import UNLIMITED, kafka_settings

LIMIT = Topic("limit", ("messages_per_request",))

UNBOUNDED = float("inf")


@dataclass(frozen=True)
class Gain:
    """Two treatments that differ in the most messages of a request; ``beside`` is what they share."""

    beside: str
    fewer: Treatment
    more: Treatment
    sent: Estimate
    """The ratio of the producer's rates: its median over blocks."""
    received: Estimate | None
    """The same until the last message was received; None where that wasn't measured."""
    published: float | None

    @property
    def name(self) -> str:
        """``50 against 1``."""
        return f"{limit_text(self.more)} against {limit_text(self.fewer)}"

    @property
    def conditions(self) -> str:
        """Size and acknowledgement of both, in words."""
        settings = self.more.settings
        return (
            f"{setting_phrase('message_bytes', settings.message_bytes)}, acks {settings.delivery_config.acks}"
        )


def limit_text(treatment: Treatment) -> str:
    """The most messages of a request, as a text."""
    return level_text(kafka_settings(treatment.settings).messages_per_request)


def gains(run: Run, published: PublishedRates) -> list[Gain]:
    """Every limit that was measured against the lowest beside it."""
    found = together(LIMIT, LIMIT.treatments(run.plan))
    return [gain for own in found for gain in _gains(run, published, own)]


def _gains(run: Run, published: PublishedRates, own: Together) -> Iterator[Gain]:
    limited = [one for one in own.treatments if _limit(one) < UNBOUNDED]
    if not limited:
        return
    fewer = min(limited, key=_limit)
    for more in own.treatments:
        sent = ratio_by_block(SENT_RATE.column(run, more), SENT_RATE.column(run, fewer))
        if sent and more is not fewer:
            received = ratio_by_block(RECEIVED_RATE.column(run, more), RECEIVED_RATE.column(run, fewer))
            yield Gain(own.beside, fewer, more, sent, received, published.gain(fewer, more))


def _limit(treatment: Treatment) -> float:
    limit = kafka_settings(treatment.settings).messages_per_request
    return UNBOUNDED if limit == UNLIMITED else limit


def headline(found: list[Gain]) -> Gain | None:
    """The gain that was published too; else the first one; None without any."""
    return next((gain for gain in found if gain.published), found[0] if found else None)


def gain_table(found: list[Gain]) -> Table:
    """A row for each gain, grouped by what its treatments have in common."""
    over = "producer's rate, times", "until received, times"
    columns = (
        Column("most messages of a request", numeric=False),
        Column("ratio", over[0]),
        Column("95% interval", over[0]),
        Column("published", over[0]),
        Column("ratio", over[1]),
        Column("95% interval", over[1]),
        Column("n"),
    )
    groups = tuple(
        Group(tuple(_row(gain) for gain in found if gain.beside == beside), beside)
        for beside in dict.fromkeys(gain.beside for gain in found)
    )
    is_marked = any(acknowledges_itself(gain.more) for gain in found)
    notes = [
        "A ratio is that of two cells of the same block, its median over the n blocks that have both. Until "
        "received: from the first message's creation to the last one's receipt, by a consumer that reads "
        "along.",
        *([DAGGER_NOTE] if is_marked else []),
    ]
    return Table("batch-gains", "What batches gain", columns, groups, tuple(notes))


def _row(gain: Gain) -> Row:
    received = gain.received
    cells = (
        gain.name,
        significant(gain.sent.median),
        interval(gain.sent.low, gain.sent.high),
        significant(gain.published),
        significant(received.median) if received else DASH,
        interval(received.low, received.high) if received else DASH,
        str(gain.sent.n),
    )
    return Row(cells, semantics_look(gain.more))

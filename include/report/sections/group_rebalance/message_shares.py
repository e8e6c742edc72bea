"""How the members of a group shared a few messages."""

from collections import Counter
from dataclasses import dataclass

import pandas as pd

from include.rendering.number_format import count
from include.rendering.table import Table
from include.report.measured_run import MeasuredRun
from include.report.sections.group_rebalance.group_treatments import (
    FEW_MESSAGES,
    group_treatments,
    ownership_rows,
)
from include.report.tables import ItemColumn, number, table_of, words


@dataclass(frozen=True)
class MessageShare:
    """How many of a few messages each member received, and in how many cells."""

    messages: int
    received: tuple[int, ...]
    cells: int

    @property
    def published(self) -> tuple[int, ...] | None:
        """The published share: of a group of one, and of as many members as messages; else None."""
        members = len(self.received)
        return {1: (self.messages,), self.messages: (1,) * self.messages}.get(members)


def message_shares(run: MeasuredRun) -> list[MessageShare]:
    """Every way in which groups shared a few messages; within a treatment the most frequent first."""
    message_shares = []
    for treatment in group_treatments(run):
        settings = treatment.settings
        if settings.messages <= FEW_MESSAGES:
            shares = Counter(_received(rows, settings.consumers) for rows in ownership_rows(run, treatment))
            message_shares += [
                MessageShare(settings.messages, share, cells) for share, cells in shares.most_common()
            ]
    return message_shares


def _received(rows: pd.DataFrame, consumers: int) -> tuple[int, ...]:
    messages = rows.groupby("consumer")["messages"].sum()
    return tuple(int(messages.get(consumer, 0)) for consumer in range(consumers))


def share_table(run: MeasuredRun) -> Table:
    """A row for each way in which a group shared a few messages."""
    return table_of("few-messages", "A few messages, one by one", COLUMNS, message_shares(run))


COLUMNS: tuple[ItemColumn[MessageShare], ...] = (
    number("Members", lambda share: count(len(share.received))),
    number("Messages", lambda share: count(share.messages)),
    words("Received by each", lambda share: ", ".join(map(count, share.received))),
    number("Cells", lambda share: count(share.cells)),
)

"""Were the guarantees kept although something was broken on purpose?"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pandas as pd

from include.kinds.fault import NO_FAULT, Target, faults_in
from include.kinds.grouping import grouped
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Folded, Paragraph
from include.report.pages.table import (
    Column,
    Field,
    ItemColumn,
    RowGroup,
    Table,
    number,
    table_of,
    text_table,
    words,
)
from include.report.pages.wording import DASH, NO_BREAK, count, percent, significant
from include.report.sections.guarantees.documented_cases import case_table, guarantee_sentences
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.report.treatments.groups import (
    FaultVariants,
    fault_variants_of,
    faults_of,
    has_faults,
    variant_name,
)
from include.report.treatments.names import semantics_look
from include.report.violations_and_episodes import (
    PER_MILLION,
    WORDS,
    attempt_name,
    episodes_of,
    seen_violations,
)
from include.settings.compared_columns import DELIVERED_P50, DELIVERED_P99
from include.verdicts.bounds import both_bounds, upper_bound
from include.verdicts.guarantee import Verdict, promised

MOST_IDS = 6
"""The maximum number of messages that are listed for a violation in a cell. All messages with the violation
are in ``results/violations.csv``."""

KEY = ["cell", "attempt", "violation"]

IDENTITY = ["id", "partition", "offset", "transaction"]

NOTE = (
    "A message is named by its id @ partition:offset. All violating messages are in results/violations.csv. "
    "“In the log” counts the messages that an independent reader found in the log of the consumers' topic. "
    "In copy cells, this is the second topic. With acks=0 a message counts as acknowledged without an answer "
    "of a broker."
)

CAPTIONS = {
    Target.BROKER: "Faults of brokers or of their network",
    Target.PRODUCER: "Faults of the producer or of its network",
    Target.CONSUMER: "Faults of consumers and copiers, and changes of the group",
    Target.MONITOR: "Faults of the producer's monitor",
    Target.TOPIC: "Changes of the topic",
    Target.APPLICATION: "Faults of the application",
    Target.REQUEST: "Requests that are struck",
}

TONES = {Verdict.KEPT: "good", Verdict.UNPROVEN: "uncertain", Verdict.BROKEN: "bad"}

HOW_TO_READ = (
    "Each row is one way to send and to receive messages, and each column a fault. A field says whether the "
    "guarantee of the semantics was kept, was broken, or remains unproven, and in how many episodes of the "
    "fault it was broken; without a fault, attempts are counted. It leads to its row in the table below, "
    "with bounds and the violations that occurred."
)

DETAILS_NOTE = (
    "An episode is one occurrence of a fault in one attempt. The bounds are Clopper and Pearson's. The "
    "last column is an upper bound of violations per million messages at 95% confidence, the largest of the "
    "bounds for the kinds of violations that the guarantee excludes. It is valid only if violations are "
    "independent of one another, and the violations by one fault are not."
)

NO_VIOLATION = "No violation of the examined kinds was found."


def message_table(run: MeasuredRun) -> Table:
    """A table with a row for each cell and violation."""
    columns = ("Cell", "Violation", Column("Messages"), "The first of them")
    return text_table("messages", "Violating messages", columns, _rows(run), [NOTE])


@dataclass
class ViolatingMessages:
    """The messages with a given violation in one attempt at a cell: their number, and the first of them."""

    first: list[tuple[float, ...]] = field(default_factory=list)
    """Id, partition, offset and transaction of each of the first ``MOST_IDS`` messages."""
    messages: int = 0
    looked_up: int = 0
    """The number of messages that an independent reader searched for in the log."""
    in_log: int = 0

    def add(self, rows: pd.DataFrame) -> None:
        """Append further messages."""
        self.first += map(tuple, rows[IDENTITY].head(MOST_IDS - len(self.first)).to_numpy())
        self.messages += len(rows)
        self.looked_up += int(rows["in_log"].notna().sum())
        self.in_log += int(rows["in_log"].dropna().sum())


def _rows(run: MeasuredRun) -> Iterator[tuple[str, str, str, str]]:
    order = list(WORDS)
    others = run.other_counted_attempts.to_dict("records")
    ends = {(row["cell"], row["attempt"]): row["ended"] for row in others}
    by_attempt: dict[tuple[Any, ...], ViolatingMessages] = {}
    for part in run.parts("violations"):
        for key, violating in part.groupby(KEY, sort=False) if len(part) else ():
            by_attempt.setdefault(key, ViolatingMessages()).add(violating)
    rows = [
        (attempt_name(cell, attempt, ends.get((cell, attempt))), violation, messages)
        for (cell, attempt, violation), messages in by_attempt.items()
    ]
    for name, violation, messages in sorted(rows, key=lambda row: (row[0], order.index(row[1]))):
        yield name, WORDS[violation], count(messages.messages), _text(messages, violation)


def _text(messages: ViolatingMessages, violation: str) -> str:
    first = [_message(*identity) for identity in messages.first]
    more = f", and {count(messages.messages - MOST_IDS)} more" if messages.messages > MOST_IDS else ""
    where = f"; {count(messages.in_log)} of them in the log"
    return ", ".join(first) + more + (where if violation == "lost" and messages.looked_up else "")


def _message(identity: float, partition: float, offset: float, transaction: float) -> str:
    where = "" if pd.isna(offset) else f"{NO_BREAK}@{NO_BREAK}{int(partition)}:{int(offset)}"
    which = "" if pd.isna(transaction) else f" in transaction {int(transaction)}"
    return f"{int(identity)}{where}{which}"


def matrices(run: MeasuredRun) -> list[Table]:
    """A table of verdicts, as coloured fields, for each kind of target that the run's faults strike."""
    levels = [level for level in faults_of(run.plan) if level != NO_FAULT]
    by_target = grouped(levels, lambda level: faults_in(level)[0].target)
    return [_matrix(run, target, by_target[target]) for target in Target if target in by_target]


def _matrix(run: MeasuredRun, target: Target, faults: list[str]) -> Table:
    variants = [
        variant for variant in fault_variants_of(run.plan) if not variant.treatments.keys().isdisjoint(faults)
    ]
    levels = [*([NO_FAULT] if any(variant.undisturbed for variant in variants) else []), *faults]
    columns: list[ItemColumn[FaultVariants]] = [
        words("Way to send and receive", lambda variant: variant.name),
        number("p50 / p99 without a fault, ms", lambda variant: _latencies(run, variant.undisturbed)),
        *(words(level, partial(_field, run, level)) for level in levels),
    ]
    identity = f"guarantees-of-{target.name.lower()}"
    table = table_of(identity, CAPTIONS[target], columns, variants, look=lambda variant: variant.look)
    return replace(table, is_matrix=True)


def _latencies(run: MeasuredRun, treatment: Treatment | None) -> str:
    columns = (DELIVERED_P50, DELIVERED_P99)
    medians = [run.median(treatment.id, column) if treatment else None for column in columns]
    return DASH if None in medians else " / ".join(map(significant, medians))


def _field(run: MeasuredRun, fault: str, variants: FaultVariants) -> Field | str:
    treatment = variants.treatments.get(fault)
    verdict = run.guarantee(treatment.id) if treatment else None
    if treatment is None or verdict is None:
        return ""
    episodes = episodes_of(run, treatment)
    counts = f"{episodes.broken}/{episodes.total}" if episodes.total else ""
    return Field(TONES[verdict], verdict.value, counts, anchor_of(treatment))


def anchor_of(treatment: Treatment) -> str:
    """The id on the page of a treatment's row in the table of verdicts."""
    return f"verdict-{treatment.id}"


def details(run: MeasuredRun) -> Table:
    """A table with a row for each treatment: its verdict, episodes, bounds and violations."""
    columns: list[ItemColumn[Treatment]] = [
        words("Way to send and receive", variant_name),
        words("Fault", lambda treatment: treatment.traits.disturbance.fault_level),
        words("Verdict", lambda treatment: _verdict(run, treatment)),
        number("broken", lambda treatment: _episodes(run, treatment), "Episodes"),
        number("95% bounds", lambda treatment: _bounds(run, treatment), "Episodes"),
        words("Violations", lambda treatment: seen_violations(run, treatment) or DASH),
        number("per million messages, at most", lambda treatment: _per_million(run, treatment)),
    ]
    treatments = [treatment for treatment in run.plan.treatments if run.guarantee(treatment.id)]
    table = table_of(
        "verdicts", "Verdicts in detail", columns, treatments, [DETAILS_NOTE], look=semantics_look
    )
    rows = (
        replace(row, anchor=anchor_of(treatment))
        for group in table.groups
        for row, treatment in zip(group.rows, treatments, strict=True)
    )
    return replace(table, groups=(RowGroup(tuple(rows)),))


def _verdict(run: MeasuredRun, treatment: Treatment) -> str:
    verdict = run.guarantee(treatment.id)
    return verdict.value if verdict else DASH


def _episodes(run: MeasuredRun, treatment: Treatment) -> str:
    episodes = episodes_of(run, treatment)
    return f"{episodes.broken} of {episodes.total}"


def _bounds(run: MeasuredRun, treatment: Treatment) -> str:
    episodes = episodes_of(run, treatment)
    if not episodes.broken:
        return DASH if episodes.at_most is None else f"at most {percent(episodes.at_most)}"
    low, high = both_bounds(episodes.broken, episodes.total)
    return f"{percent(low)} to {percent(high)}"


def _per_million(run: MeasuredRun, treatment: Treatment) -> str:
    """The largest of the upper bounds for the violations that the treatment excludes."""
    bounds = (
        upper_bound(run.counted(treatment.id, name) or 0, run.examined(treatment.id, name))
        for name in promised(treatment.settings)
    )
    widest = max((bound for bound in bounds if bound is not None), default=None)
    return DASH if widest is None else significant(widest * PER_MILLION, 2)


def _build(run: MeasuredRun) -> ReportSection:
    messages = message_table(run)
    return section(
        "guarantees",
        "Guarantees",
        details(run),
        case_table(run),
        Folded(messages.caption, messages) if messages else NO_VIOLATION,
        answer=guarantee_sentences(run),
        evidence=[*matrices(run), Paragraph(HOW_TO_READ, is_note=True)],
    )


RECORD = SectionRecord("guarantees", lambda run: has_faults(run.plan), _build, Question.GUARANTEES)

"""The violations: messages that were lost, duplicated or delivered out of order, and rarer violations."""

from collections.abc import Iterable, Mapping

import pandas as pd

from include.kinds.metrics.registry import VIOLATIONS, Span
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import Column, ItemColumn, Table, number, text_table, words
from include.report.pages.wording import DASH, count, percent
from include.report.sections.section import ReportSection, SectionRecord, always, section
from include.report.treatment_table import treatment_table
from include.report.violations_and_episodes import (
    COUNTED_VIOLATIONS,
    attempt_name,
    attempt_sentences,
    per_million,
)
from include.verdicts.guarantee import FEWEST_ACKED

RARE_VIOLATIONS = ("gone", "aborted_seen", "torn", "hanging", "phantom", "corrupted")
"""Rare violations; only the table of ``violating_attempts`` has columns for them."""

NOTES = (
    "A single message with a violation that the semantics excludes breaks a guarantee. The guarantee is "
    f"unproven if fewer than {percent(FEWEST_ACKED)} of the sent messages were acknowledged, or no message "
    "was received. At-most-once excludes duplicates; at-least-once excludes losses; idempotent excludes "
    "losses, duplicates and reordering; exactly-once also excludes messages of aborted transactions, "
    "transactions that readers receive in part, and transactions that never end. Every semantics excludes "
    "corrupted messages and messages that were never sent. A semantics that excludes losses also excludes "
    "messages gone from the log. The guarantee excludes fewer violations if the order of the consumer's "
    "steps, the consumer's isolation level or a fault of a program makes some of them possible. The verdict "
    "on a treatment is that of its worst cell.",
    "Only an acknowledged message can be lost. If none of N messages was lost, the rate of losses is below "
    "3/N with 95% confidence, if messages are lost independently of one another. Losses are stated per "
    "million acknowledged messages, duplicates and messages out of order per million deliveries.",
)

NEGATIVE_NOTE = (
    "A message that seems to arrive before it was sent indicates a problem with a clock. Negative latencies "
    "are kept in every figure and counted here."
)

CLIENT_NOTE = "With acks=0 the client library counts every message that it sent as acknowledged."

NO_VIOLATION = "No violation of the examined kinds was found in any attempt."

NO_NEGATIVE = "No latency of a measured cell is negative."

NEGATIVE_LATENCIES = {span.column_of("negative_latencies"): f"{span}, messages" for span in Span}
"""The columns of ``results/cells`` that count negative latencies, one for each span, with their titles."""

MESSAGES = ("sent", "acked", "failed", "unknown", "received")


def _build(run: MeasuredRun) -> ReportSection:
    is_counted = run.cells.reindex(columns=list(NEGATIVE_LATENCIES)).notna().any(axis=None)
    return section(
        "violations",
        "Violations",
        *attempt_sentences(run),
        violation_table(run),
        violating_attempts(run) or ("" if run.counted_attempts.empty else NO_VIOLATION),
        negative_table(run) or (NO_NEGATIVE if is_counted else ""),
    )


def violation_table(run: MeasuredRun) -> Table:
    """A table of treatments: the outcomes of their messages, and a rate or a bound for each violation."""
    columns: list[ItemColumn[Treatment]] = [
        words("Guarantee", lambda treatment: str(run.guarantee(treatment.id) or DASH)),
        *(_counted(run, name, name, "messages") for name in MESSAGES),
    ]
    for violation in COUNTED_VIOLATIONS:
        name = violation.replace("_", " ")
        columns += [_counted(run, violation, "messages", name), _rate(run, violation, name)]
    is_marked = any(
        treatment.traits.delivery.is_acknowledged_by_client and treatment.traits.needs.server is None
        for treatment in run.plan.treatments
    )
    caption = "Messages and violations, over all attempts"
    notes = (*NOTES, CLIENT_NOTE) if is_marked else NOTES
    return treatment_table(run, "violations-table", caption, columns, notes)


def _counted(run: MeasuredRun, metric: str, title: str, shared_title: str) -> ItemColumn[Treatment]:
    return number(title, lambda treatment: count(run.counted(treatment.id, metric)), shared_title)


def _rate(run: MeasuredRun, violation: str, shared_title: str) -> ItemColumn[Treatment]:
    def text(treatment: Treatment) -> str:
        return per_million(run.counted(treatment.id, violation), run.examined(treatment.id, violation))

    return number("per million", text, shared_title)


def violating_attempts(run: MeasuredRun) -> Table:
    """A table with a row for each attempt with a violation.

    A measured cell is named by its id; any other attempt is named by the id of its cell, its number and its
    ending.
    """
    always_shown = (*COUNTED_VIOLATIONS, *RARE_VIOLATIONS)
    counts = run.counted_attempts.reindex(columns=list(VIOLATIONS)).fillna(0)
    others = (name for name in VIOLATIONS if name not in always_shown and (counts[name] > 0).any())
    titles = {name: name.replace("_", " ") for name in (*always_shown, *others)}
    notes = ["A dash means that this violation was not looked for."]
    return _counted_cells("violating-cells", "Cells with violations", run.counted_attempts, titles, notes)


def negative_table(run: MeasuredRun) -> Table:
    """A table of the measured cells in which messages seem to have arrived before they were sent."""
    caption = "Cells with negative latencies"
    return _counted_cells("negative-cells", caption, run.cells, NEGATIVE_LATENCIES, [NEGATIVE_NOTE])


def _counted_cells(
    identity: str, caption: str, cells: pd.DataFrame, titles: Mapping[str, str], notes: Iterable[str] = ()
) -> Table:
    """A table of counts, with a row for each attempt that has a count above zero.

    ``titles`` maps the column of each count to its title.
    """
    counts = cells.reindex(columns=["cell", "attempt", "ended", *titles])
    rows = [
        (attempt_name(str(row["cell"]), row["attempt"], row["ended"]), *(count(row[name]) for name in titles))
        for row in counts[(counts[list(titles)] > 0).any(axis=1)].to_dict("records")
    ]
    return text_table(identity, caption, ("Cell", *map(Column, titles.values())), rows, notes)


RECORD = SectionRecord("violations", always, _build)

"""The violations: messages that were lost, duplicated, delivered out of order, or worse."""

from functools import partial

from include.matrix.plan import Treatment
from include.metrics import registry as metrics
from include.rendering.blocks import Block, Paragraph, paragraphs
from include.rendering.number_format import DASH, count, percent
from include.rendering.table import Column, Row, Table, plain_table
from include.report.attempt_sentences import attempt_sentences
from include.report.cell_tables import counted_cells
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, always
from include.report.treatments import is_acknowledged_by_client, row_groups, semantics_look, short_name
from include.report.violation_counts import COUNTED_VIOLATIONS, per_million
from include.verdicts.guarantee import FEWEST_ACKED

RARE_VIOLATIONS = ("gone", "aborted_seen", "torn", "hanging", "phantom", "corrupted")
"""Violations that only a fault, or a mistake of this project, causes: shown for the cells that have them."""

MESSAGES = ("sent", "acked", "failed", "unknown", "received")

NOTES = (
    "The verdict over a guarantee is broken by a single message to which happened what the semantics "
    f"excludes. It is unproven where fewer than {percent(FEWEST_ACKED)} of the messages sent were "
    "acknowledged, or none was received. At-most-once excludes duplicates; at-least-once excludes losses; "
    "idempotent excludes both, and reordering; exactly-once also excludes messages of aborted transactions, "
    "transactions that readers receive in part, and those that never end. "
    "All of them exclude corrupted messages and messages that were never sent, and those that exclude "
    "losses also exclude messages gone from the log. Less is promised where the order of the consumer's "
    "steps, its isolation level or a fault of a program gives less. The worst cell decides.",
    "Only an acknowledged message can be lost. Where none of N was lost, the rate is below 3/N with 95% "
    "confidence, if messages are lost independently of one another.",
)

CLIENT_NOTE = "With acks=0 the client library counts every message that it sent as acknowledged."


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    counted = paragraphs(attempt_sentences(run))
    violating = violating_attempts(run)
    found: list[Block] = [violating] if violating.has_rows else []
    if not found and not run.counted_attempts.empty:
        found = [Paragraph("No violation was found in any attempt, of those that were looked for.")]
    return ReportSection("violations", "Violations", [*counted, violation_table(run), *found])


def violation_table(run: MeasuredRun) -> Table:
    """A row for each treatment: the outcomes of its messages, and each violation with its rate or bound."""
    columns = [Column(title, numeric=False) for title in ("Treatment", "Guarantee")]
    columns += [Column(name, "messages") for name in MESSAGES]
    for violation in COUNTED_VIOLATIONS:
        words = violation.replace("_", " ")
        columns += [Column("messages", words), Column("per million", words)]
    is_marked = any(
        is_acknowledged_by_client(one) and one.settings.server is None for one in run.plan.treatments
    )
    notes = (*NOTES, *([CLIENT_NOTE] if is_marked else []))
    caption = "Messages and violations, over all attempts"
    groups = row_groups(run.plan, partial(_row, run))
    return Table("violations-table", caption, tuple(columns), groups, notes)


def _row(run: MeasuredRun, treatment: Treatment) -> Row:
    verdict = run.guarantee(treatment.id) or DASH
    cells = [short_name(treatment), str(verdict)]
    cells += [count(run.counted(treatment.id, name)) for name in MESSAGES]
    for violation, chances in COUNTED_VIOLATIONS.items():
        seen = run.counted(treatment.id, violation)
        cells += [count(seen), per_million(seen, run.examined(treatment.id, violation, chances))]
    return Row(tuple(cells), semantics_look(treatment))


def violating_attempts(run: MeasuredRun) -> Table:
    """A row for each attempt with a violation; the attempts that are measured cells have the cell's name."""
    names = [*COUNTED_VIOLATIONS, *RARE_VIOLATIONS, *_violations_of_scenarios(run)]
    columns = [Column("Cell", numeric=False), *(Column(name.replace("_", " ")) for name in names)]
    notes = ["A dash: nobody looked for this violation."]
    rows = counted_cells(run.counted_attempts, names)
    return plain_table("violating-cells", "Cells with violations", columns, rows, notes)


def _violations_of_scenarios(run: MeasuredRun) -> list[str]:
    """The violations that only a scenario has, where a cell has one."""
    others = [name for name in metrics.VIOLATIONS if name not in (*COUNTED_VIOLATIONS, *RARE_VIOLATIONS)]
    counts = run.counted_attempts.reindex(columns=others).fillna(0)
    return [name for name in others if (counts[name] > 0).any()]


RECORD = SectionRecord("violations", always, build)

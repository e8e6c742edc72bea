"""A user's own client settings: what they promise, whether they kept it, and what they cost."""

from collections.abc import Iterator

from include.matrix.judged_settings import JudgedSettings
from include.matrix.plan import Treatment
from include.rendering.blocks import Paragraph, with_rows
from include.rendering.table import Row, Table, plain_table, text_columns
from include.rendering.words import enumerated
from include.report.cost_differences import CostDifference, cost_differences
from include.report.grouping import grouped
from include.report.measured_run import MeasuredRun
from include.report.message_counts import seen_violations
from include.report.sections.cost.sentences import effect
from include.report.sections.record import Question, ReportSection, SectionRecord
from include.report.treatments.fault_variants import fault_of
from include.verdicts.guarantee import Verdict
from include.verdicts.paired_differences import FEWEST_PAIRS

NOT_TRANSLATED = (
    "The clients had these settings as they are in the files; all others are the client's defaults. The "
    "names of groups and transactions, and what the load programs need, were added. Cells in which a "
    "consumer is killed have a session timeout of at most 6 s, so that its group does not wait longer, "
    "except with group.protocol=consumer, where the brokers have the timeout."
)

PROMISES = {
    "at-most-once": "at-most-once",
    "at-least-once": "at-least-once",
    "idempotent": "at-least-once without duplicates by retries",
    "exactly-once": "exactly-once",
}
"""What each semantics promises, after "promises"."""

VERDICT_WORDS = {
    Verdict.KEPT: "kept what it promises",
    Verdict.BROKEN: "broke the promise",
    Verdict.UNPROVEN: "left the promise unproven",
}


def _build(run: MeasuredRun) -> ReportSection:
    """Build the section.

    Raises:
        ValueError: The experiment judges no settings.
    """
    judged = run.plan.experiment.judged
    if judged is None:
        raise ValueError(f"{run.plan.run_id}: the experiment judges no settings of a user")
    tables = (_deciding_table(judged), _passed_table(judged), _left_out_table(judged))
    return ReportSection(
        id="judged-settings",
        title="The settings",
        blocks=[block for table in tables for block in with_rows(table)],
        answer=_judged_paragraphs(run, judged),
    )


def _deciding_table(judged: JudgedSettings) -> Table:
    contradicting = {contradiction.level for contradiction in judged.contradictions}
    agreeing = [setting for setting in judged.deciding if setting.level not in contradicting]
    rows = [
        *(Row((setting.level, "decides on it", setting.text)) for setting in agreeing),
        *(
            Row((contradiction.level, "contradicts it", contradiction.text))
            for contradiction in judged.contradictions
        ),
    ]
    columns = text_columns("Setting", "The promise", "What the setting means")
    return plain_table("deciding-settings", "What the settings promise", columns, rows)


def _passed_table(judged: JudgedSettings) -> Table:
    rows = [
        Row((role, name, value))
        for role, settings in judged.passed.items()
        for name, value in settings.items()
    ]
    columns = text_columns("Client", "Setting", "Value")
    return plain_table("own-settings", "Settings from the files", columns, rows, [NOT_TRANSLATED])


def _left_out_table(judged: JudgedSettings) -> Table:
    rows = [Row((", ".join(setting.settings), f"They {setting.because}.")) for setting in judged.left_out]
    columns = text_columns("Settings", "Left out because")
    return plain_table("left-out-settings", "Settings of the files that no cell had", columns, rows)


def _judged_paragraphs(run: MeasuredRun, judged: JudgedSettings) -> list[Paragraph]:
    """The answer in one sentence, then a paragraph for each setting that contradicts the promise."""
    clauses = [f"promises {PROMISES[judged.semantics]}", *_kept(run, judged), _cost(run, judged)]
    answer = Paragraph(f"{judged.own_files} {'; it '.join(clauses)}.")
    return [
        answer,
        *(Paragraph(contradiction.text, contradiction.level) for contradiction in judged.contradictions),
    ]


def _kept(run: MeasuredRun, judged: JudgedSettings) -> Iterator[str]:
    """Under which faults the promise was broken, left unproven, kept, or not measured: the worst first."""
    treatments = [treatment for treatment in run.plan.treatments if treatment.settings.label == judged.name]
    by_verdict = grouped(treatments, lambda treatment: run.guarantee(treatment.id))
    for verdict in (*reversed(Verdict), None):
        if verdict in by_verdict:
            words = VERDICT_WORDS[verdict] if verdict else "was not measured"
            yield f"{words} {_circumstances(run, by_verdict[verdict])}"


def _circumstances(run: MeasuredRun, treatments: list[Treatment]) -> str:
    """Under which faults: ``without a fault and under kill-leader (3 lost) and kill-producer``."""
    quiet = [
        f"without a fault{_seen(run, treatment)}" for treatment in treatments if not treatment.settings.faults
    ]
    struck = [
        f"{fault_of(treatment)}{_seen(run, treatment)}"
        for treatment in treatments
        if treatment.settings.faults
    ]
    return " and ".join([*quiet, *([f"under {enumerated(struck)}"] if struck else [])])


def _seen(run: MeasuredRun, treatment: Treatment) -> str:
    seen = seen_violations(run, treatment)
    return f" ({seen})" if seen else ""


def _cost(run: MeasuredRun, judged: JudgedSettings) -> str:
    costs = [cost for cost in cost_differences(run) if cost.treatment.settings.label == judged.name]
    compared_costs = [cost for cost in costs if cost.difference.estimate is not None]
    if not compared_costs:
        return f"was not compared with {judged.baseline_words}: {_why_not(costs)}"
    return f"{enumerated([effect(cost) for cost in compared_costs])}, compared with {judged.baseline_words}"


def _why_not(costs: list[CostDifference]) -> str:
    reason = next((cost.not_compared for cost in costs if cost.not_compared), "")
    return reason or f"{FEWEST_PAIRS} pairs of valid cells are needed"


RECORD = SectionRecord(
    "judged_settings", lambda run: run.plan.experiment.judged is not None, _build, Question.SETTINGS
)

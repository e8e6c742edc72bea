"""A user's own client settings: their promise, whether it was kept, and their costs."""

from collections.abc import Iterator

from include.kinds.grouping import grouped
from include.plan.treatment import Treatment
from include.plan.user_client_settings import JudgedSettings
from include.report.cost_differences import cost_differences, effect
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Paragraph
from include.report.pages.table import Table, text_table
from include.report.pages.wording import enumerated
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.report.violations_and_episodes import seen_violations
from include.verdicts.comparison.samples import FEWEST_PAIRS
from include.verdicts.guarantee import Verdict

NOT_TRANSLATED = (
    "The clients had these settings as they are in the files; all other settings are the client's defaults. "
    "Without a file for the producer, the producer is idempotent; without a file for the consumer, the "
    "consumers read committed messages. The names of groups and transactions, and settings that the load "
    "programs need, were added. If a fault kills a consumer, a session timeout of more than 6 s was set to 6 "
    "s, with a heartbeat interval of at most 2 s, so that the group does not wait longer. With "
    "group.protocol=consumer, the timeout is a setting of the brokers, and was not changed."
)

PROMISES_IN_WORDS = {"idempotent": "at-least-once without duplicates by retries"}
"""The words after ``promises`` for a semantics whose name does not describe its promise."""

VERDICT_WORDS = {
    Verdict.KEPT: "kept what it promises",
    Verdict.BROKEN: "broke the promise",
    Verdict.UNPROVEN: "left the promise unproven",
}


def _build(run: MeasuredRun) -> ReportSection:
    judged_settings = run.plan.experiment.judged
    if judged_settings is None:
        return section("judged-settings", "The settings")
    return section(
        "judged-settings",
        "The settings",
        *_notes(judged_settings),
        *_tables(judged_settings),
        answer=_judged_paragraphs(run, judged_settings),
    )


def _notes(judged_settings: JudgedSettings) -> Iterator[Paragraph]:
    """Yield what the command has said about the files: how they were read, and what their frameworks do."""
    if judged_settings.notes:
        yield Paragraph(" ".join(judged_settings.notes), "The files and their frameworks")


def _tables(judged_settings: JudgedSettings) -> Iterator[Table]:
    contradicting = {contradiction.level for contradiction in judged_settings.contradictions}
    agreeing = [setting for setting in judged_settings.deciding if setting.level not in contradicting]
    deciding = [
        *((setting.level, "decides on it", setting.text) for setting in agreeing),
        *((setting.level, "contradicts it", setting.text) for setting in judged_settings.contradictions),
    ]
    passed_settings = [
        (role, name, value)
        for role, settings in judged_settings.passed.items()
        for name, value in settings.items()
    ]
    left_out = [
        (", ".join(setting.settings), f"They {setting.because}.") for setting in judged_settings.left_out
    ]
    columns = ("Setting", "The promise", "What the setting means")
    yield text_table("deciding-settings", "What the settings promise", columns, deciding)
    caption = "Settings from the files"
    yield text_table(
        "own-settings", caption, ("Client", "Setting", "Value"), passed_settings, [NOT_TRANSLATED]
    )
    caption = "Unused settings from the files"
    yield text_table("left-out-settings", caption, ("Settings", "Left out because"), left_out)


def _judged_paragraphs(run: MeasuredRun, judged_settings: JudgedSettings) -> list[Paragraph]:
    producer = "" if judged_settings.has_producer else ", with an idempotent producer,"
    clauses = [
        f"promises {PROMISES_IN_WORDS.get(judged_settings.semantics, judged_settings.semantics)}",
        *_kept(run, judged_settings),
        _cost(run, judged_settings),
    ]
    contradictions = (Paragraph(setting.text, setting.level) for setting in judged_settings.contradictions)
    return [Paragraph(f"{judged_settings.own_files}{producer} {'; it '.join(clauses)}."), *contradictions]


def _kept(run: MeasuredRun, judged_settings: JudgedSettings) -> Iterator[str]:
    """Yield a clause for each verdict on the promise, the worst verdict first.

    A clause names the faults under which the treatments have this verdict, and the violations.
    """
    treatments = [
        treatment
        for treatment in run.plan.treatments
        if treatment.traits.naming.label == judged_settings.name
    ]
    by_verdict = grouped(treatments, lambda treatment: run.guarantee(treatment.id))
    for verdict in (*reversed(Verdict), None):
        if verdict in by_verdict:
            words = VERDICT_WORDS[verdict] if verdict else "was not measured"
            yield f"{words} {_circumstances(run, by_verdict[verdict])}"


def _circumstances(run: MeasuredRun, treatments: list[Treatment]) -> str:
    """The faults in words, each with its violations: ``without a fault and under kill-leader (3 lost)``."""
    quiet_texts, fault_texts = [], []
    for treatment in treatments:
        violations = seen_violations(run, treatment)
        seen_text = f" ({violations})" if violations else ""
        if treatment.traits.disturbance.faults:
            fault_texts.append(f"{treatment.traits.disturbance.fault_level}{seen_text}")
        else:
            quiet_texts.append(f"without a fault{seen_text}")
    return " and ".join([*quiet_texts, *([f"under {enumerated(fault_texts)}"] if fault_texts else [])])


def _cost(run: MeasuredRun, judged_settings: JudgedSettings) -> str:
    name = judged_settings.name
    costs = [cost for cost in cost_differences(run) if cost.treatment.traits.naming.label == name]
    if effects := [effect(cost) for cost in costs if cost.is_compared]:
        return f"{enumerated(effects)}, compared with {judged_settings.baseline_words}"
    reason = next((cost.not_compared for cost in costs if cost.not_compared), "")
    return (
        f"was not compared with {judged_settings.baseline_words}: "
        f"{reason or f'{FEWEST_PAIRS} pairs of valid cells are needed'}"
    )


RECORD = SectionRecord(
    "judged_settings", lambda run: run.plan.experiment.judged is not None, _build, Question.SETTINGS
)

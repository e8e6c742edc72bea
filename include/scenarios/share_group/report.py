"""What became of the messages of a share group, and why some were delivered again."""

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Paragraph
from include.report.pages.table import ItemColumn, Table, number, table_of, words
from include.report.pages.wording import count, enumerated, number_of, significant
from include.report.sections.section import Question, ReportSection, SectionRecord, always, section
from include.report.violations_and_episodes import episodes_of, seen_violations, verdict_and_episodes
from include.scenarios.share_group.settings import ShareGroupSettings
from include.settings.compared_columns import DELIVERED_P50
from include.verdicts.guarantee import Verdict

UNEXPLAINED = "unexplained"

CAUSES = {
    "again_after_release": "released",
    "again_after_lock": "lock ended",
    "again_after_member": "member died or frozen",
    "again_after_refusal": "refused",
    "again_after_broker": "broker struck",
    "again_after_strike": "request struck",
    "again_after_reset": "set back",
    UNEXPLAINED: "unexplained",
}
"""The columns of the causes of further deliveries, with their titles."""

HOW_TO_READ = (
    "A message is kept if it was accepted, rejected, or archived after as many deliveries as the limit "
    "allows. It is lost if it was never delivered. It is unsettled if it was delivered, and the brokers have "
    "not stored that it is accepted, rejected or archived. The columns between "
    "unsettled and archived count the further deliveries by cause, in all cells of the row; causes of none "
    "are left out. A message is locked from its receipt to the broker's answer to the acknowledgement."
)


OF_RENEWALS = (
    " A member that is still processing renews its locks. A renewal is too late if the broker confirmed it "
    "although it had delivered the message again."
)


def _build(run: MeasuredRun) -> ReportSection:
    treatments = [
        treatment for treatment in run.plan.treatments if isinstance(treatment.settings, ShareGroupSettings)
    ]
    return section(
        "share_group",
        "Share groups",
        _table(run, treatments),
        HOW_TO_READ + (OF_RENEWALS if _have_renewals(run, treatments) else ""),
        answer=[Paragraph(_answer(run, treatments))],
    )


def _answer(run: MeasuredRun, treatments: list[Treatment]) -> str:
    """In how many treatments the promise was kept, and how it was broken in the others."""
    judged = [treatment for treatment in treatments if run.guarantee(treatment.id)]
    broken = [treatment for treatment in judged if run.guarantee(treatment.id) is Verdict.BROKEN]
    if not broken:
        return (
            f"In each of {number_of(len(judged), 'treatment')}, every acknowledged message was accepted, "
            "rejected or archived at the limit, and every further delivery has a cause."
        )
    return (
        f"{len(broken)} of {number_of(len(judged), 'treatment')} broke the promise that every acknowledged "
        "message is accepted, rejected or archived at the limit, and that every further delivery has a "
        "cause: "
        f"{enumerated([_broken(run, treatment) for treatment in broken])}."
    )


def _broken(run: MeasuredRun, treatment: Treatment) -> str:
    episodes = episodes_of(run, treatment)
    return f"{treatment.id} in {episodes.broken_of_total} ({seen_violations(run, treatment)})"


def _table(run: MeasuredRun, treatments: list[Treatment]) -> Table:
    columns: list[ItemColumn[Treatment]] = [
        words("treatment", lambda treatment: treatment.id),
        words("promise", lambda treatment: verdict_and_episodes(run, treatment)),
        number("lost", lambda treatment: count(run.counted(treatment.id, "lost"))),
        number("unsettled", lambda treatment: count(run.counted(treatment.id, "unsettled"))),
        *_causes(run, treatments),
        number("archived", lambda treatment: count(run.counted(treatment.id, "archived"))),
        *_renewals(run, treatments),
        *_dead_letters(run, treatments),
        number("locked, ms", lambda treatment: significant(run.median(treatment.id, "locked_p50"))),
        number("latency, ms", lambda treatment: significant(run.median(treatment.id, DELIVERED_P50))),
        number("longest gap, s", lambda treatment: significant(run.median(treatment.id, "delivery_gap"))),
    ]
    return table_of(
        "share_group", "What became of the messages, and why some were delivered again", columns, treatments
    )


def _have_renewals(run: MeasuredRun, treatments: list[Treatment]) -> bool:
    return any(run.counted(treatment.id, "renewals") is not None for treatment in treatments)


def _renewals(run: MeasuredRun, treatments: list[Treatment]) -> list[ItemColumn[Treatment]]:
    """How often members renewed locks; nothing if no member does."""
    if not _have_renewals(run, treatments):
        return []
    return [
        number("renewals", lambda treatment: count(run.counted(treatment.id, "renewals"))),
        number("too late", lambda treatment: count(run.counted(treatment.id, "renewals_late"))),
    ]


def _dead_letters(run: MeasuredRun, treatments: list[Treatment]) -> list[ItemColumn[Treatment]]:
    """What the dead-letter topics have, and what is missing there; nothing if no group has one."""
    if all(run.counted(treatment.id, "dead_letters") is None for treatment in treatments):
        return []
    return [
        number("dead letters", lambda treatment: count(run.counted(treatment.id, "dead_letters"))),
        number("missing", lambda treatment: count(run.counted(treatment.id, "dead_letters_missing"))),
    ]


def _causes(run: MeasuredRun, treatments: list[Treatment]) -> list[ItemColumn[Treatment]]:
    """How many further deliveries each cause has; causes that no treatment has are left out."""
    return [
        _cause(run, column, title)
        for column, title in CAUSES.items()
        if column == UNEXPLAINED or any(run.counted(treatment.id, column) for treatment in treatments)
    ]


def _cause(run: MeasuredRun, column: str, title: str) -> ItemColumn[Treatment]:
    return number(title, lambda treatment: count(run.counted(treatment.id, column)))


SECTION = SectionRecord("share_group", always, _build, Question.SCENARIO)

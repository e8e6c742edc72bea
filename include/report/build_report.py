"""The report of a run, as data for the templates: first the answer, then the other sections."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from include.report.machine import cores_sentence, machine_sentence, rate_sentence
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Paragraph, Section, shown
from include.report.precision import precision_sentence
from include.report.scope import scope_sentences
from include.report.sections.section import Question, ReportSection, SectionRecord
from include.report.violations_and_episodes import attempt_sentences, violation_sentence
from include.verdicts.comparison.median_interval import FEWEST_FOR_AN_INTERVAL

TOO_FEW_REPETITIONS = (
    "Some treatments have fewer than six valid repetitions, which are too few for a distribution-free 95% "
    "interval of the median. For these treatments, the report shows the measured values without an interval, "
    "and the individual repetitions; differences between these values may be due to chance."
)


@dataclass(frozen=True)
class Report:
    """A report before it is laid out. Its first section is the answer."""

    title: str
    question: str
    experiment: str
    run_id: str
    sections: list[Section]
    main_question: Question
    findings: list[Paragraph]
    """The paragraphs of the answer that say what was found, without notes on how to read them."""


def build_report(run: MeasuredRun, records: Iterable[SectionRecord]) -> Report:
    """Build the report of a run from the sections that apply to it."""
    is_measured = not run.cells.empty
    applying = [
        record for record in records if (is_measured or not record.needs_cells) and record.applies(run)
    ]
    main_question = min((record.question for record in applying if record.question), default=Question.COST)
    has_costs = main_question in (Question.SETTINGS, Question.COST)
    answering: list[ReportSection] = []
    sections: list[ReportSection] = []
    for record in applying:
        if record.question is Question.COST and not has_costs:
            continue
        section = record.build(run)
        if record.question in (main_question, None):
            answering.append(section)
        else:
            section = replace(section, blocks=[*section.evidence, *section.blocks])
        sections.append(section)
    answers = findings(run, [paragraph for section in answering for paragraph in section.answer])
    return Report(
        title=run.plan.experiment.title,
        question=run.plan.experiment.question.strip(),
        experiment=run.plan.experiment.name,
        run_id=run.plan.run_id,
        sections=[
            _answer_section(run, answering, answers),
            *(section for section in sections if section.blocks),
        ],
        main_question=main_question,
        findings=[paragraph for paragraph in answers if not paragraph.is_note],
    )


def _answer_section(
    run: MeasuredRun, answering: Sequence[ReportSection], answers: Sequence[Paragraph]
) -> Section:
    evidence = [block for section in answering for block in section.evidence]
    scope = [Paragraph(text, is_note=True) for text in scope_sentences(run)]
    first, *further = shown(*answers, *_completeness(run))
    return Section("answer", "Answer", [first, *evidence, *further, *_notes(run), *scope])


def _notes(run: MeasuredRun) -> list[Paragraph]:
    if run.valid_cells.empty:
        return []
    fewest = min(len(run.cells_of(treatment.id)) for treatment in run.plan.treatments)
    return [Paragraph(TOO_FEW_REPETITIONS, is_note=True)] if fewest < FEWEST_FOR_AN_INTERVAL else []


def findings(run: MeasuredRun, answers: Iterable[Paragraph]) -> list[Paragraph]:
    """The paragraphs that sections add to the answer, then a paragraph about violations."""
    if not run.manifests:
        first = next(iter(run.failures.items()), None)  # the console shows why, too
        why = [Paragraph(f"{first[0]} failed: {first[1].reason}", is_note=True)] if first else []
        return [Paragraph("No cell was measured, so there is no answer yet."), *why]
    if run.cells.empty:
        return [Paragraph("There are no results of this run's cells, so there is no answer yet.")]
    further = (violation_sentence, precision_sentence, rate_sentence, cores_sentence, machine_sentence)
    return [*answers, *map(Paragraph, filter(None, (sentence(run) for sentence in further)))]


def _completeness(run: MeasuredRun) -> Iterator[str]:
    if run.cells.empty or not run.manifests:
        return
    yield from attempt_sentences(run)
    planned_count, measured_count, valid_count = len(run.needed), len(run.cells), len(run.valid_cells)
    if measured_count < planned_count:
        yield (
            f"This answer is based on {measured_count:,} of {planned_count:,} planned cells; the other cells "
            "are listed below."
        )
    if valid_count < measured_count:
        yield (
            f"{measured_count - valid_count:,} of the {measured_count:,} measured cells "
            f"{'is' if measured_count - valid_count == 1 else 'are'} invalid, for the reasons listed below. "
            "The messages of invalid cells are counted, but their times and rates are excluded."
        )

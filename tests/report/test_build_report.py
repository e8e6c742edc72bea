import pytest

from include.report.build_report import Report, build_report
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Paragraph
from include.report.sections.section import Question, ReportSection, SectionRecord
from tests.report.blocks import section_of, texts
from tests.report.synthetic import QUICK, make_plan, measured_run


def record(name: str, asks: Question | None, *, applies: bool = True, has_body: bool = True) -> SectionRecord:
    def build(_run: MeasuredRun) -> ReportSection:
        answer = [Paragraph(f"The answer of {name}.")]
        blocks = [Paragraph(f"The figures of {name}.")] if has_body else []
        return ReportSection(name, name, blocks, answer=answer, evidence=[Paragraph(f"See {name}.")])

    return SectionRecord(name, lambda _run: applies, build, asks)


@pytest.fixture(scope="module")
def run() -> MeasuredRun:
    return measured_run(make_plan(QUICK))


def sections(report: Report) -> list[str]:
    return [section.id for section in report.sections]


def test_the_sections_stand_in_the_order_of_their_records_after_the_answer(run: MeasuredRun) -> None:
    records = [record("b", None), record("a", Question.GUARANTEES), record("c", None, applies=False)]
    assert sections(build_report(run, records)) == ["answer", "b", "a"]


def test_a_section_that_has_nothing_below_the_answer_is_left_out(run: MeasuredRun) -> None:
    report = build_report(run, [record("own", Question.SCENARIO, has_body=False)])
    assert sections(report) == ["answer"]
    assert "The answer of own." in texts(section_of(report, "answer"))


def test_the_first_question_that_the_run_asks_is_answered_with_its_evidence(run: MeasuredRun) -> None:
    report = build_report(run, [record("guarantees", Question.GUARANTEES), record("own", Question.SCENARIO)])
    answer = texts(section_of(report, "answer"))
    assert answer[:2] == ["The answer of own.", "See own."]
    assert "The answer of guarantees." not in answer
    assert texts(section_of(report, "guarantees"))[0] == "See guarantees."
    assert sections(report) == ["answer", "guarantees", "own"]


def test_costs_are_left_out_where_another_question_is_answered(run: MeasuredRun) -> None:
    cost = record("cost", Question.COST)
    assert sections(build_report(run, [cost])) == ["answer", "cost"]
    assert sections(build_report(run, [cost, record("own", Question.SCENARIO)])) == ["answer", "own"]


def test_the_findings_are_the_answer_without_notes_and_what_became_of_the_messages(run: MeasuredRun) -> None:
    report = build_report(run, [record("own", Question.SCENARIO)])
    assert report.main_question is Question.SCENARIO
    first, last = report.findings
    assert first.in_words == "The answer of own."
    assert last.in_words.startswith("Of 1,200,000 acknowledged messages none were lost")


def test_the_subject_of_a_paragraph_is_its_first_sentence_in_words() -> None:
    assert Paragraph("It adds 59 ms.", "Slower").in_words == "Slower. It adds 59 ms."

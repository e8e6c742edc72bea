"""The answer and the verdict of a run for other programs, as JSON and, for build servers, as JUnit XML."""

from typing import Literal
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pydantic import BaseModel

from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath
from include.rawlog.cells_and_results_of_run import RESULTS_FOLDER
from include.report.build_report import Report
from include.report.run_verdict import RunVerdict, TreatmentVerdict
from include.report.sections.section import Question
from include.verdicts.guarantee import WHY_UNPROVEN, Verdict

VERDICT_FILE, JUNIT_FILE = "verdict.json", "junit.xml"


def write_verdict(run: AnyPath, verdict: RunVerdict) -> None:
    """Write ``results/verdict.json`` and ``results/junit.xml`` of a run."""
    put(run / RESULTS_FOLDER / VERDICT_FILE, verdict.model_dump_json(indent=2))
    put(run / RESULTS_FOLDER / JUNIT_FILE, junit(verdict))


def read_verdict(run: AnyPath) -> RunVerdict:
    """Read the verdict on a run.

    Raises:
        FileNotFoundError: The run was not judged yet.
    """
    return RunVerdict.model_validate_json((run / RESULTS_FOLDER / VERDICT_FILE).read_bytes())


def verdict_if_judged(run: AnyPath) -> RunVerdict | None:
    """Read the verdict on a run; None if it was not judged yet."""
    try:
        return read_verdict(run)
    except FileNotFoundError:
        return None


def junit(verdict: RunVerdict) -> str:
    """The verdict as JUnit XML.

    It has a test case for each treatment, one for each candidate, and one for all cells together.
    """
    suite = Element("testsuite", name=f"{verdict.experiment} ({verdict.run})")
    for treatment in verdict.treatments:
        _add_treatment(suite, verdict, treatment)
    for arm in verdict.arms:
        case = _case(
            suite,
            verdict,
            f"{arm.arm} is {'' if arm.is_expected_to_be_worse else 'not '}worse than the baseline",
        )
        if arm.is_regression:
            SubElement(case, "failure", message=arm.sentence)
        elif arm.undecided:
            SubElement(case, "skipped", message=arm.undecided)
    _add_cells(suite, verdict)
    for kind, attribute in {"failure": "failures", "error": "errors", "skipped": "skipped"}.items():
        suite.set(attribute, str(len(suite.findall(f"testcase/{kind}"))))
    suite.set("tests", str(len(suite)))
    root = Element("testsuites")
    root.append(suite)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(suite: Element, verdict: RunVerdict, name: str) -> Element:
    return SubElement(suite, "testcase", classname=f"kerran.{verdict.experiment}", name=name)


def _add_treatment(suite: Element, verdict: RunVerdict, treatment: TreatmentVerdict) -> None:
    case = _case(suite, verdict, f"guarantee of {treatment.treatment}: {treatment.expected.value}")
    if treatment.problem:
        SubElement(case, "failure", message=treatment.problem)
    elif treatment.found is None:
        SubElement(case, "skipped", message="No cell of this treatment was measured.")
    elif treatment.found is Verdict.UNPROVEN:
        SubElement(case, "skipped", message=f"Unproven in one cell or more: {WHY_UNPROVEN}.")


def _add_cells(suite: Element, verdict: RunVerdict) -> None:
    case = _case(suite, verdict, "no cell is missing or rejected, and no required decision is missing")
    if verdict.missing or verdict.rejected:
        missing = f"{len(verdict.missing)} cells have no sealed raw log"
        error = SubElement(case, "error", message=f"{missing}, and {len(verdict.rejected)} were rejected.")
        error.text = "\n".join(verdict.failures) or None
    elif verdict.undecided:
        SubElement(case, "failure", message=" ".join(verdict.undecided))


ANSWER_FILE = "answer.json"


class Answer(BaseModel, extra="forbid", frozen=True):
    """The content of ``report/answer.json``."""

    version: Literal[1] = 1
    """The version of the format. It changes when a key is renamed, removed or gets another meaning."""
    question: Literal["settings", "arms", "scenario", "guarantees", "cost"]
    """The question of the run: see ``Question``."""
    sentences: list[str]

    @property
    def is_about_cost(self) -> bool:
        """Whether the question of the run is what its treatments cost.

        If so, the medians of the treatments are part of the answer.
        """
        return self.question == Question.COST.name.lower()


def write_answer(folder: AnyPath, report: Report) -> None:
    """Write ``answer.json`` into the folder of a report."""
    sentences = [finding.in_words for finding in report.findings]
    answer = Answer.model_validate({"question": report.main_question.name.lower(), "sentences": sentences})
    put(folder / ANSWER_FILE, answer.model_dump_json(indent=2))


def answer_if_published(folder: AnyPath) -> Answer | None:
    """Read the answer from the folder of a report; None if the run was not published."""
    try:
        return Answer.model_validate_json((folder / ANSWER_FILE).read_bytes())
    except FileNotFoundError:
        return None

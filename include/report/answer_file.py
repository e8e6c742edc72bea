"""The answer of a report for other programs: ``report/answer.json``."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from include.report.report_model import Report
from include.report.sections.record import Question
from include.storage.atomic_write import put
from include.storage.path import AnyPath

ANSWER_FILE = "answer.json"


class Answer(BaseModel):
    """The content of ``report/answer.json``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1] = 1
    """It changes when a key is renamed, removed or given another meaning."""
    question: Literal["settings", "arms", "scenario", "guarantees", "cost"]
    """What the run asks: see ``Question``."""
    sentences: list[str]
    """What was found, a few sentences each."""

    @property
    def is_about_cost(self) -> bool:
        """Whether the run asks what its treatments cost: then their medians are part of the answer."""
        return self.question == Question.COST.name.lower()


def write_answer(folder: AnyPath, report: Report) -> None:
    """Write ``answer.json`` into the folder of a report.

    Raises:
        OSError: The file cannot be written; in an object store, a StorageError.
    """
    sentences = [finding.in_words for finding in report.findings]
    answer = Answer.model_validate({"question": report.asked.name.lower(), "sentences": sentences})
    put(folder / ANSWER_FILE, answer.model_dump_json(indent=2))


def answer_if_published(folder: AnyPath) -> Answer | None:
    """Read the answer from the folder of a report; None if the run was not published."""
    try:
        return Answer.model_validate_json((folder / ANSWER_FILE).read_bytes())
    except FileNotFoundError:
        return None

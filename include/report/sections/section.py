"""The record of a report section: whether a report has the section, and how the section is built."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Block, Paragraph, Section, shown


class Question(IntEnum):
    """The question that a section answers. A report answers the first question that applies to its run."""

    SETTINGS = 1
    """The promises and costs of a user's settings, and whether the promises are kept. The report also has the
    sections that answer the questions about guarantees and costs."""
    ARMS = 2
    SCENARIO = 3
    GUARANTEES = 4
    COST = 5
    """The cost of exactly-once. A report answers this question if no other question applies to the run. The
    sections about costs are included only if the report answers ``SETTINGS`` or ``COST``."""


@dataclass(frozen=True)
class ReportSection(Section):
    """A section, and what it contributes to the answer at the top of the report."""

    answer: Sequence[Paragraph] = ()
    evidence: Sequence[Block] = ()
    """Blocks below the first paragraph of the answer. A section that gives no answer begins with these
    blocks."""


def section(
    identity: str,
    title: str,
    *contents: Block | str,
    answer: Iterable[Paragraph | str] = (),
    evidence: Iterable[Block] = (),
    in_text: bool = True,
) -> ReportSection:
    """A section with these contents: a text becomes a paragraph, and empty contents are left out."""
    paragraphs = [Paragraph(text) if isinstance(text, str) else text for text in answer]
    return ReportSection(identity, title, shown(*contents), in_text, paragraphs, shown(*evidence))


@dataclass(frozen=True)
class SectionRecord:
    """A section that a report can have."""

    name: str
    applies: Callable[[MeasuredRun], bool]
    """Whether the report of a run has the section."""
    build: Callable[[MeasuredRun], ReportSection]
    """Build the section for a run. ``applies`` must be true for this run."""
    question: Question | None = None
    """The question that the section answers; None where the section only documents the run."""
    needs_cells: bool = True
    """Whether the section says nothing before a cell was measured."""


def always(_run: MeasuredRun) -> bool:
    """The condition for sections that every report has, or every report of a scenario."""
    return True

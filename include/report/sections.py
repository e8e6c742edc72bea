"""The sections of every kind of experiment that has one of its own."""

from include.report.batching.section import batching
from include.report.ownership import ownership_section
from include.report.queue import queue_section
from include.report.rack import rack_section
from include.report.run import Run
from include.report.section import Section, SectionOf

SECTIONS: tuple[SectionOf, ...] = (batching, ownership_section, queue_section, rack_section)
"""One for each; a run may have several."""


def sections(run: Run) -> list[Section]:
    """The sections that a run has."""
    return [section for make in SECTIONS if (section := make(run))]

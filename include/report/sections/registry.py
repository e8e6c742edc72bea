"""The sections of every kind of experiment that has one of its own."""

from include.report.run import Run
from include.report.section import Section, SectionOf
from include.report.sections.batching.section import batching
from include.report.sections.group_rebalance.section import ownership_section
from include.report.sections.queue.section import queue_section
from include.report.sections.reliable_ack.section import rack_section

SECTIONS: tuple[SectionOf, ...] = (batching, ownership_section, queue_section, rack_section)
"""One for each; a run may have several."""


def sections(run: Run) -> list[Section]:
    """The sections that a run has."""
    return [section for make in SECTIONS if (section := make(run))]

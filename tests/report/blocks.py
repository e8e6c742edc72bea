"""What tests look for in the sections of a report."""

from include.report.build_report import Report
from include.report.pages.blocks import Charts, Folded, Paragraph, Section
from include.report.pages.chart_layout import Chart
from include.report.pages.table import Table
from include.report.sections.section import ReportSection


def section_of(report: Report, identity: str) -> Section:
    return next(section for section in report.sections if section.id == identity)


def tables(section: Section) -> list[Table]:
    blocks = [block.block if isinstance(block, Folded) else block for block in section.blocks]
    return [block for block in blocks if isinstance(block, Table)]


def table(section: Section, identity: str) -> Table:
    return next(candidate for candidate in tables(section) if candidate.id == identity)


def rows(table: Table) -> list[list[str]]:
    """The text of the cells, with plain spaces."""
    return [[plain(str(cell)) for cell in row.cells] for group in table.groups for row in group.rows]


def charts(section: Section) -> list[Chart]:
    """The charts of a section, beginning with those that it gives to the answer."""
    blocks = [*(section.evidence if isinstance(section, ReportSection) else ()), *section.blocks]
    return [chart for block in blocks if isinstance(block, Charts) for chart in block.charts]


def texts(section: Section) -> list[str]:
    """The paragraphs, with plain spaces."""
    return [plain(block.text) for block in section.blocks if isinstance(block, Paragraph)]


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")

"""The blocks of a section of a page.

For each class of blocks, ``templates/blocks.html.jinja`` and ``blocks.md.jinja`` have a macro with the name
of the class in lower case. The Markdown text has no charts and no definitions; they are only on the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from include.report.pages.chart_layout import Chart
from include.report.pages.table import Table


@dataclass(frozen=True)
class Paragraph:
    """Sentences, shown after the bold ``subject``. Text between backticks is shown as code."""

    text: str
    subject: str = ""
    is_note: bool = False

    @property
    def in_words(self) -> str:
        """The paragraph as plain text."""
        return " ".join(filter(None, [self.subject and f"{self.subject}.", self.text]))


@dataclass(frozen=True)
class Charts:
    """Charts one below the other, followed by a text on how to read them. Falsy if there is no chart."""

    charts: Sequence[Chart]
    how_to_read: str = ""

    def __bool__(self) -> bool:
        return bool(self.charts)


@dataclass(frozen=True)
class Facts:
    """Terms and their values. With ``are_definitions``, a value is a definition of a few sentences."""

    facts: Sequence[tuple[str, str]]
    are_definitions: bool = False


@dataclass(frozen=True)
class Items:
    """A list of texts."""

    texts: Sequence[str]


@dataclass(frozen=True)
class Command:
    """A command to copy into a shell."""

    command: str


@dataclass(frozen=True)
class Folded:
    """A block that the page hides until the reader opens it."""

    title: str
    block: Table | Facts
    in_text: bool = True


Block = Paragraph | Charts | Facts | Items | Command | Folded | Table


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading of its own."""

    id: str
    title: str
    blocks: Sequence[Block]
    in_text: bool = True


def shown(*contents: Block | str) -> list[Block]:
    """The blocks of a section: texts become paragraphs, and empty contents are left out."""
    return [Paragraph(content) if isinstance(content, str) else content for content in contents if content]

"""The blocks of a section of a page.

For each block, ``templates/blocks.html.jinja`` and ``blocks.md.jinja`` have a macro of the same name. The
text form has no charts and no definitions: its reader finds them on the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from include.rendering.chart_layout import Chart
from include.rendering.palette import Look
from include.rendering.table import Table


@dataclass(frozen=True)
class Paragraph:
    """Sentences, shown after ``subject`` in bold. Text between backticks is shown as code."""

    text: str
    subject: str = ""
    is_note: bool = False

    @property
    def in_words(self) -> str:
        """The paragraph as plain text."""
        return " ".join(filter(None, [self.subject and f"{self.subject}.", self.text]))


@dataclass(frozen=True)
class Charts:
    """Charts one below the other, and below the charts a text on how to read them."""

    charts: Sequence[Chart]
    how_to_read: str = ""


@dataclass(frozen=True)
class Facts:
    """Terms, each with a value; the value of a definition has a few sentences."""

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


class Tone(StrEnum):
    """The background of a field of a matrix."""

    GOOD = "good"
    BAD = "bad"
    UNCERTAIN = "uncertain"


@dataclass(frozen=True)
class MatrixField:
    """A field of a matrix: a headline, a detail, and a remark in small print."""

    tone: Tone
    headline: str
    detail: str = ""
    remark: str = ""

    @property
    def text(self) -> str:
        """The headline, the detail and the remark in one line."""
        return "; ".join(part for part in (self.headline, self.detail, self.remark) if part)


@dataclass(frozen=True)
class MatrixRow:
    """A row of a matrix: a name, a number, and a field for each column; None leaves the field empty."""

    name: str
    look: Look
    number: str
    fields: tuple[MatrixField | None, ...]

    @property
    def texts(self) -> list[str]:
        """The row as text."""
        return [self.name, self.number, *(field.text if field else "" for field in self.fields)]


@dataclass(frozen=True)
class Matrix:
    """A table of coloured fields. ``titles`` are the titles for the column of names and that of numbers."""

    caption: str
    titles: tuple[str, str]
    columns: tuple[str, ...]
    rows: tuple[MatrixRow, ...]


@dataclass(frozen=True)
class Folded:
    """A block that the page shows only when its reader opens it."""

    title: str
    block: Table | Facts
    in_text: bool = True


Block = Paragraph | Charts | Facts | Items | Command | Matrix | Folded | Table


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading of its own."""

    id: str
    title: str
    blocks: Sequence[Block]
    in_text: bool = True


def shown(*contents: Block | str) -> list[Block]:
    """The blocks of a section: texts become paragraphs, and empty texts, tables and charts are left out."""
    return [
        Paragraph(content) if isinstance(content, str) else content
        for content in contents
        if not _is_empty(content)
    ]


def _is_empty(content: Block | str) -> bool:
    match content:
        case str():
            return not content
        case Charts():
            return not content.charts
        case Table():
            return not content.has_rows
        case _:
            return False

"""Read the text of a properties file as Java's ``Properties`` does.

Source: https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/Properties.html#load(java.io.Reader).
"""

import re
from collections.abc import Iterator

from include.plan.judging.file_settings import FileEntry

ENCODING = "latin-1"
"""The encoding in which ``Properties.load(InputStream)`` reads every file."""

COMMENTS = ("#", "!")

SPACES = " \t\f"

LINE_END = re.compile(r"\r\n|[\r\n]")

SETTING = re.compile(
    r"(?P<name>(?:[^\\=: \t\f]|\\.)*)(?P<separator>[ \t\f]*[=:]?[ \t\f]*)(?P<value>.*)", re.DOTALL
)

ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)

CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f"}


class MalformedEscapeError(ValueError):
    r"""A ``\u`` without four hexadecimal digits: Java reads no setting of such a file."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line}")
        self.line = line


def java_entries(text: str) -> Iterator[FileEntry]:
    """Yield the keys and values of a text, in the order of their lines.

    Raises:
        MalformedEscapeError: An escape is not complete.
    """
    for number, line in logical_lines(text):
        name, separator, value = SETTING.findall(line)[0]  # the pattern accepts every line
        try:
            yield FileEntry(unescaped(name), unescaped(value), number, bool(separator))
        except ValueError:
            raise MalformedEscapeError(number) from None


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number (from 1) and the text of each line that is neither empty nor a comment.

    A backslash at the end continues a line; a comment and an empty line end with their own line.
    """
    beginning, first, is_open = "", 0, False
    lines = LINE_END.split(text)
    if not lines[-1] and not text.endswith("\r\n"):
        lines.pop()  # Java reads the half of such a line end as an empty line, even at the end of the file
    for number, line in enumerate(lines, start=1):
        stripped = line.lstrip(SPACES)
        if not beginning and (not stripped or stripped.startswith(COMMENTS)):
            is_open = False
            continue
        first = first if beginning else number
        is_open = is_continued(stripped)
        beginning += stripped[:-1] if is_open else stripped
        if not is_open:
            yield first, beginning
            beginning = ""
    if is_open or beginning:
        yield first, beginning


def is_continued(line: str) -> bool:
    """Whether a line ends with a backslash that no other backslash escapes."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def unescaped(text: str) -> str:
    r"""A text without its escapes: ``\:`` is a colon, ``\n`` a new line, ``\u00e9`` a letter.

    Raises:
        ValueError: ``\u`` is not followed by four hexadecimal digits.
    """
    return with_whole_characters(ESCAPE.sub(_character, text))


def with_whole_characters(text: str) -> str:
    """A text in which two halves of a surrogate pair are one character, as they are in Java."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _character(match: re.Match[str]) -> str:
    escape = match[1]
    if len(escape) == 5:
        return chr(int(escape[1:], 16))
    if escape == "u":
        raise ValueError("an escape needs four hexadecimal digits")
    return CONTROLS.get(escape, escape)

"""Read a file of client settings, as Java's ``Properties`` and the tools of librdkafka do.

Source: https://docs.oracle.com/javase/8/docs/api/java/util/Properties.html#load-java.io.Reader-.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from include.matrix.validation_errors import ExperimentError

COMMENTS = ("#", "!")

SETTING = re.compile(r"(?P<name>[^\s=:]+)(?:\s*[=:]\s*|\s+)(?P<value>\S.*)?")
"""A name, a separator (``=``, ``:`` or space) and a value."""

CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f"}

PLACEHOLDER = re.compile(r"\$\{.*\}|%\(.*\)s|\{\{.*\}\}")
"""Forms of placeholders, which a deployment tool replaces before the client reads the file."""


@dataclass(frozen=True)
class FileSetting:
    """A value in a file, and its position."""

    value: str
    position: str
    """``file:line``, for messages."""

    @property
    def is_placeholder(self) -> bool:
        """Whether the value contains a placeholder that a deployment tool replaces."""
        return bool(PLACEHOLDER.search(self.value))


FileSettings = dict[str, FileSetting]


def read_properties(path: Path) -> FileSettings:
    """The settings of a file by name. If a name occurs twice, the last value counts, as in Java.

    Error messages contain no value, because a value may be a password.

    Raises:
        ExperimentError: The file cannot be read, has no settings, or has a line that is not a setting.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ExperimentError([f"{path}: cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError:
        raise ExperimentError([f"{path}: is not a text file in UTF-8"]) from None
    settings, problems = {}, []
    for number, line in logical_lines(text):
        position = f"{path}:{number}"
        match = SETTING.fullmatch(line)
        if match is None:
            word = re.split(r"[\s=:]", line)[0]
            problems.append(f"{position}: {word!r} is not a setting of the form name=value")
        else:
            settings[match["name"]] = FileSetting(unescaped((match["value"] or "").rstrip()), position)
    if not settings and not problems:
        problems.append(f"{path}: has no settings; a setting is a line such as acks=all")
    if problems:
        raise ExperimentError(problems)
    return settings


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number (from 1) and the text of each line that is neither empty nor a comment.

    A backslash at the end continues a line.
    """
    beginning, first = "", 0
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        stripped = line.strip()
        if not beginning and (not stripped or stripped.startswith(COMMENTS)):
            continue
        first = first if beginning else number
        if is_continued(stripped):
            beginning += stripped[:-1]
        else:
            yield first, beginning + stripped
            beginning = ""
    if beginning:
        yield first, beginning


def is_continued(line: str) -> bool:
    """Whether a line ends with a backslash that no other backslash escapes."""
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def unescaped(value: str) -> str:
    r"""A value without its escapes: ``\:`` is a colon, ``\n`` a new line, ``\u00e9`` a letter."""
    return re.sub(
        r"\\(u[0-9a-fA-F]{4}|.)",
        lambda match: chr(int(match[1][1:], 16)) if len(match[1]) == 5 else CONTROLS.get(match[1], match[1]),
        value,
    )

"""Read a file of client settings, as Java's ``Properties`` and the tools of librdkafka do.

Source: https://docs.oracle.com/javase/8/docs/api/java/util/Properties.html#load-java.io.Reader-.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from include.machine.secret_values import NOT_SHOWN, may_be_secret
from include.plan.validation_errors import ExperimentError

COMMENTS = ("#", "!")

SETTING = re.compile(r"(?P<name>[^\s=:]+)(?:\s*[=:]\s*|\s+)(?P<value>\S.*)?")
"""A name, a separator (``=``, ``:`` or space) and a value."""

LINE_END = re.compile(r"\r\n|[\r\n]")

CONTROLS = {"n": "\n", "r": "\r", "t": "\t", "f": "\f"}

OTHER_FORMATS = {".json": "JSON", ".yaml": "YAML", ".yml": "YAML"}
"""The names of the formats that are not read, by the suffix of a file."""

PLACEHOLDER = re.compile(r"\$\{.*\}|%\(.*\)s|\{\{.*\}\}")
"""Forms of placeholders, which a deployment tool replaces before the client reads the file."""


@dataclass(frozen=True)
class FileSetting:
    """A value in a file, and its position."""

    value: str
    file: str
    line: int
    """The number of the line, from 1."""
    follows_secret: bool = False
    """Whether the lines before have a setting that may be secret, so that this line may be a part of it."""

    @property
    def position(self) -> str:
        """``file:line``, for messages."""
        return f"{self.file}:{self.line}"

    @property
    def is_placeholder(self) -> bool:
        """Whether the value contains a placeholder that a deployment tool replaces."""
        return bool(PLACEHOLDER.search(self.value))


FileSettings = dict[str, FileSetting]


def read_properties(path: Path) -> FileSettings:
    """The settings of a file by name. If a name occurs twice, the last value counts, as in Java.

    Error messages contain neither a value nor a line that is not a setting, because both may be secret.

    Raises:
        ExperimentError: The file cannot be read, has no settings, or has a line that is not a setting.
    """
    text = _text(path)
    settings, unreadable = {}, []
    follows_secret = False
    for number, line in logical_lines(text):
        match = SETTING.fullmatch(line)
        if match is None:
            unreadable.append(number)
            continue
        name, value = match["name"], unescaped(match["value"] or "")
        settings[name] = FileSetting(value, str(path), number, follows_secret)
        follows_secret = may_be_secret(name) or (follows_secret and "." not in name)
    if unreadable:
        raise ExperimentError(
            [
                f"{path}:{line_numbers(unreadable)}: not of the form name=value ({NOT_SHOWN}); if a value "
                "continues on the next line, end its line with a backslash"
            ]
        )
    if not settings:
        raise ExperimentError([f"{path}: has no settings; a setting is a line such as acks=all"])
    return settings


def _text(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ExperimentError([f"{path}: cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError:
        raise ExperimentError([f"{path}: is not a text file in UTF-8"]) from None
    if path.suffix in OTHER_FORMATS or text.lstrip("\ufeff \t\r\n").startswith("{"):
        form = OTHER_FORMATS.get(path.suffix, "JSON")
        raise ExperimentError([f"{path}: looks like {form}; write its settings as lines such as acks=all"])
    return text


def line_numbers(lines: Iterable[int]) -> str:
    """Numbers of lines in order, consecutive ones as a range: ``2,5-7``."""
    texts = []
    for _, group in groupby(enumerate(sorted(lines)), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in group]
        texts.append(f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0]))
    return ",".join(texts)


def place(settings: FileSettings) -> str:
    """The file and the lines of settings from one file: ``app.properties:2,5-7``."""
    files = dict.fromkeys(setting.file for setting in settings.values())
    return f"{', '.join(files)}:{line_numbers(setting.line for setting in settings.values())}"


def logical_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the number (from 1) and the text of each line that is neither empty nor a comment.

    A backslash at the end continues a line.
    """
    beginning, first = "", 0
    for number, line in enumerate(LINE_END.split(text.removeprefix("\ufeff")), start=1):
        stripped = line.lstrip()
        if not beginning and (not stripped or stripped.startswith(COMMENTS)):
            continue
        first = first if beginning else number
        if is_continued(stripped):
            beginning += stripped[:-1]
        else:
            yield first, without_spaces_at_the_end(beginning + stripped)
            beginning = ""
    if beginning:
        yield first, without_spaces_at_the_end(beginning)


def without_spaces_at_the_end(line: str) -> str:
    """A line without spaces at its end, except for a space that a backslash escapes."""
    stripped = line.rstrip()
    return line[: len(stripped) + 1] if is_continued(stripped) else stripped


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

"""The settings of a user's file: their values, and where they stand in the file."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from include.machine.secret_values import NOT_SHOWN, may_be_secret, shown_name
from include.plan.validation_errors import ExperimentError

PLACEHOLDER = re.compile(r"\$\{.*\}|%\(.*\)s|\{\{.*\}\}")
"""Forms of placeholders, which a deployment tool replaces before the client reads the file."""

SURROGATE = re.compile("[\ud800-\udfff]")
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")


class FileEntry(NamedTuple):
    """A key and its value as a file has them."""

    name: str
    value: str
    line: int
    """The number of the line, from 1."""
    has_separator: bool = True
    """False for a line that is nothing but a key."""
    keys: tuple[str, ...] = ()
    """The keys that lead to the value, of which ``name`` consists; empty in a file without nested keys."""


@dataclass(frozen=True)
class FileSetting:
    """A value in a file, and its position."""

    value: str
    file: str
    line: int
    """The number of the line, from 1."""
    follows_secret: bool = False
    """Whether the name may itself be a part of a secret: it has no separator, or the lines before have a
    setting that may be secret."""
    earlier_lines: tuple[int, ...] = ()
    """The lines before in which the same setting stands. Their values do not count."""

    set_by: str = ""
    """The framework that sets the value, in words; empty if the file has the value."""

    @property
    def position(self) -> str:
        """``file:line``, for messages."""
        return f"{self.file} ({self.set_by})" if self.set_by else f"{self.file}:{self.line}"

    @property
    def is_placeholder(self) -> bool:
        """Whether the value contains a placeholder that a deployment tool replaces."""
        return bool(PLACEHOLDER.search(self.value))


FileSettings = dict[str, FileSetting]


def settings_of(file: str, entries: Iterable[FileEntry], aliases: Mapping[str, str]) -> FileSettings:
    """The settings of a file by name. If a name, or an alias of it, occurs twice, the last value counts.

    Raises:
        ExperimentError: A text is not made of characters.
    """
    settings: FileSettings = {}
    follows_secret = False
    for entry in entries:
        if SURROGATE.search(entry.name + entry.value) or CONTROL.search(entry.name):
            raise ExperimentError(
                [f"{file}:{entry.line}: the text ({NOT_SHOWN}) has an escape that is no character"]
            )
        alias = aliases.get(entry.name, entry.name)
        former = settings.pop(entry.name, None) or settings.pop(alias, None)
        settings[entry.name] = FileSetting(
            entry.value,
            file,
            entry.line,
            follows_secret or not entry.has_separator,
            (*former.earlier_lines, former.line) if former else (),
        )
        follows_secret = may_be_secret(entry.name) or (follows_secret and "." not in entry.name)
    return settings


def repetitions(settings: FileSettings) -> Iterator[str]:
    """Yield a sentence on each setting that stands in several lines."""
    for name, setting in settings.items():
        if setting.earlier_lines:
            shown = shown_name(name) or "this setting"
            lines = line_numbers(setting.earlier_lines)
            yield f"{setting.position}: {shown} also stands in line {lines}, whose value does not count."


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
    lines = line_numbers(setting.line for setting in settings.values() if not setting.set_by)
    return f"{', '.join(files)}:{lines}"

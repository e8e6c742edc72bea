"""A user's file as keys and values, whatever the syntax in which it is written."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from include.machine.secret_values import NOT_SHOWN
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.literal_maps import go_entries, looks_like_go, looks_like_python, python_entries
from include.plan.judging.properties_file import ENCODING, MalformedEscapeError, java_entries
from include.plan.judging.yaml_file import yaml_documents
from include.plan.validation_errors import ExperimentError

MARKS = ("\ufeff", "\ufeff".encode().decode(ENCODING))
"""A byte order mark at the beginning of a text, in UTF-8 and as Java reads it."""

YAML_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True)
class FileText:
    """The content of a file, or of a file that is embedded in it."""

    path: Path
    content: bytes
    name: str = ""
    """The name of the embedded file; empty for a file of its own."""
    lines_before: int = 0
    """The number of lines of the whole file before the embedded file."""

    def refused(self, line: int | None, text: str) -> ExperimentError:
        """The error for a line of the file, or for the file as a whole."""
        position = self.path if line is None else f"{self.path}:{line + self.lines_before}"
        return ExperimentError([f"{position}: {text}"])

    @property
    def suffix(self) -> str:
        return Path(self.name or self.path).suffix.lower()

    @cached_property
    def text(self) -> str:
        """The file in UTF-8."""
        try:
            return self.content.decode()
        except UnicodeDecodeError as error:
            line = self.content.count(b"\n", 0, error.start) + 1
            raise self.refused(
                line, f"is no text in UTF-8 ({NOT_SHOWN}); only Java reads properties in Latin-1"
            ) from None

    @cached_property
    def has_lines(self) -> bool:
        """Whether the file has lines such as ``acks=all``, and no syntax with brackets or indentation."""
        return not (self.is_yaml or self.is_json or self.is_python or self.is_go)

    @property
    def is_yaml(self) -> bool:
        return self.suffix in YAML_SUFFIXES

    @property
    def is_json(self) -> bool:
        return self.suffix == ".json" or (self._begins_with_bracket and not self.is_python)

    @cached_property
    def is_python(self) -> bool:
        if self.suffix == ".py":
            return True
        return looks_like_python(self._latin, begins_with_bracket=self._begins_with_bracket)

    @property
    def is_go(self) -> bool:
        return self.suffix == ".go" or (not self.is_yaml and looks_like_go(self._latin))

    @property
    def _begins_with_bracket(self) -> bool:
        """Whether the file begins with ``{``, or with ``[`` that begins no section such as ``[OUTPUT]``."""
        text = self._latin.removeprefix(MARKS[1]).lstrip()
        return text.startswith("{") or (text.startswith("[") and text[1:].lstrip().startswith("{"))

    @property
    def _latin(self) -> str:
        return self.content.decode(ENCODING)

    @cached_property
    def documents(self) -> Sequence[Sequence[FileEntry]]:
        """The keys and values of the file; several groups only for YAML with several documents.

        Raises:
            ExperimentError: The file does not have its syntax.
        """
        if self.is_yaml:
            return self._moved(yaml_documents(self.path, self.text))
        if self.is_json:
            return self._moved([self._json_entries()])
        if self.is_python:
            return self._moved([python_entries(self.path, self.text)])
        if self.is_go:
            return self._moved([go_entries(self.text)])
        return [self.lines_as_java]

    @property
    def entries(self) -> list[FileEntry]:
        return [entry for document in self.documents for entry in document]

    @cached_property
    def lines_as_java(self) -> list[FileEntry]:
        """The keys and values as Java reads lines such as ``acks=all``."""
        try:
            return self._moved([list(java_entries(self._latin))])[0]
        except MalformedEscapeError as error:
            raise self.refused(
                error.line, r"\u needs four hexadecimal digits, and Java reads no setting of such a file"
            ) from None

    @cached_property
    def lines_as_librdkafka(self) -> list[FileEntry]:
        """The keys and values as the examples of librdkafka read lines such as ``acks=all``.

        A setting has one line, and only ``=`` separates a name and a value. Nothing is escaped.
        """
        entries = []
        for number, line in enumerate(self.text.splitlines(), start=1):
            stripped = line.strip()
            if stripped and not stripped.startswith("#"):
                name, separator, value = stripped.partition("=")
                entries.append(FileEntry(name.strip(), value.strip(), number, bool(separator)))
        return self._moved([entries])[0]

    def _json_entries(self) -> list[FileEntry]:
        try:
            json.loads(self.text)
        except json.JSONDecodeError as error:
            raise self.refused(error.lineno, f"not valid JSON: {error.msg.lower()}") from None
        except RecursionError:
            raise self.refused(None, "not valid JSON: it is nested too deeply") from None
        spaces = self.text.replace("\t", " ")  # no string of JSON has a tab in it
        return [entry for document in yaml_documents(self.path, spaces) for entry in document]

    def _moved(self, documents: Sequence[Sequence[FileEntry]]) -> list[list[FileEntry]]:
        return [
            [entry._replace(line=entry.line + self.lines_before) for entry in document]
            for document in documents
        ]

"""A user's file: its format, and the settings of its clients."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from include.kinds.registry import UnknownNameError
from include.load.client_choice import ClientChoice, Role
from include.machine.secret_values import NOT_SHOWN, can_be_shown, shown_name
from include.plan.judging.file_settings import FileEntry, FileSetting, FileSettings, repetitions, settings_of
from include.plan.judging.file_text import FileText
from include.plan.judging.judged_client import judged_client
from include.plan.judging.left_out import is_of_place
from include.plan.judging.settings_format import (
    BOTH,
    FORMATS,
    ClientInFile,
    SettingsFormat,
    below,
    deciding_setting,
)
from include.plan.user_client_settings import Remark
from include.plan.validation_errors import ExperimentError

MOST_NAMES = 5
"""The number of names in a sentence about keys that are not read."""


class UnchosenClientError(ExperimentError):
    """A file has several clients of a role, of which the user must choose one."""


@dataclass(frozen=True)
class Reading:
    """How a user wants a file to be read."""

    format: str = ""
    """The name of a format; empty if the format is recognised."""
    prefix: str = ""
    """The prefix of the client's settings in the file; empty if the format has its own."""
    clients: tuple[str, ...] = ()
    """The names of clients in the file."""


AS_RECOGNISED = Reading()
"""A file is read in the format that is recognised."""


@dataclass(frozen=True)
class RoleInFile:
    """The settings of a producer or of a consumer in a file, and what is said about reading them."""

    name: str
    """The name of the producer or the consumer in the file."""
    settings: FileSettings
    notes: list[str]
    contradictions: list[Remark]
    """Remarks on what the framework itself does against the promise."""


@dataclass(frozen=True)
class _Candidate:
    """A client of the file that may be meant."""

    format: SettingsFormat
    name: str
    client: ClientInFile
    others: tuple[str, ...] = ()
    """The names of other clients of the file whose settings mean the same."""

    def means_the_same_as(self, other: _Candidate) -> bool:
        """Whether two clients differ at most in addresses, names and serializers, as profiles often do."""
        return self._meaning == other._meaning

    @property
    def _meaning(self) -> object:
        client = self.client
        settings = {entry.name: entry.value for entry in client.entries if not is_of_place(entry.name)}
        problems = [text for _, text in client.problems]
        return settings, client.defaults, client.fixed, list(client.conduct), problems


@dataclass(frozen=True)
class UserFile:
    """A file, or the files that are embedded in it, each with its format for each client."""

    path: Path
    parts: Sequence[tuple[FileText, Mapping[str, SettingsFormat]]]
    reading: Reading

    @property
    def clients(self) -> frozenset[str]:
        """The names of the clients that may get their settings from the file."""
        return frozenset(client for _, formats in self.parts for client in formats)

    @property
    def owners(self) -> str:
        """Whose file it is, in words."""
        titles = [format.title for _, formats in self.parts for format in formats.values()]
        return " or ".join(dict.fromkeys(titles))

    def role(self, client: str, role: Role) -> RoleInFile:
        """The settings that a producer or a consumer gets from the file.

        Args:
            client: The name of the client, such as ``java``.
            role: Producer or consumer.

        Raises:
            ExperimentError: The file cannot be read, has no such client, or has several clients of which none
                is chosen.
        """
        chosen = self._chosen(client, role)
        own = self._own(chosen.client, client)
        if problems := [*self._problems(chosen)]:
            raise ExperimentError(problems)
        settings = self._settings(chosen, own)
        if not settings:
            raise ExperimentError([f"{self.path}: has no settings; a setting is a line such as acks=all"])
        return RoleInFile(
            chosen.name,
            settings,
            [*_notes(self.path.name, role, chosen, own)],
            [
                Remark(setting=entry.name, value=entry.value, is_unset=False, text=text)
                for entry, text in chosen.client.contradictions
            ],
        )

    def _chosen(self, client: str, role: Role) -> _Candidate:
        candidates, others = self._candidates(client, role), self._candidates(client, role.other)
        has_own = any(candidate.client.has_own for candidate in candidates)
        if not has_own and any(other.client.has_own for other in others):
            raise ExperimentError(
                [
                    f"{self.path}: {self.owners}: has no setting of a {role}, only settings of a "
                    f"{role.other}; give it with --{role.other}"
                ]
            )
        if not candidates:
            raise ExperimentError([f"{self.path}: {self.owners}: has no settings of a {role}"])
        names = self.reading.clients
        is_open = not names or any(other.name in names for other in others)
        meant = [candidate for candidate in candidates if candidate.name in names]
        if len(names) == len(Role) and len(meant) == len(names):  # both names are clients of both roles
            meant = [candidate for candidate in meant if candidate.name == names[list(Role).index(role)]]
        if not meant and (is_open or [candidate.name for candidate in candidates] == [""]):
            meant = candidates
        if meant and all(candidate.means_the_same_as(meant[0]) for candidate in meant):
            return replace(meant[0], others=tuple(candidate.name for candidate in meant[1:]))
        problem = f"has {len(candidates)} {role}s" if is_open else f"has no {role} {_listed(names)}"
        known = _listed([candidate.name for candidate in candidates])
        raise UnchosenClientError([f"{self.path}: {problem}; choose one with --client-in-file NAME: {known}"])

    def _candidates(self, client: str, role: Role) -> list[_Candidate]:
        """The clients of the file that may be meant.

        An embedded file with the name of the other role, such as ``consumer.properties``, has none.
        """
        return [
            _Candidate(formats[client], "/".join(filter(None, (text.name, found.name))), found)
            for text, formats in self.parts
            if client in formats
            and (not text.name or (self._may_be_meant(text.name) and str(role.other) not in text.name))
            for found in formats[client].clients_in(text, role)
        ]

    def names(self, client: str) -> frozenset[str]:
        """The names of all clients in the file that may be chosen."""
        return frozenset(found.name for role in Role for found in self._candidates(client, role))

    def _may_be_meant(self, name: str) -> bool:
        names = self.reading.clients
        return not names or any(chosen.partition("/")[0] == name for chosen in names)

    def _settings(self, chosen: _Candidate, own: FileSettings) -> FileSettings:
        file = str(self.path)
        unset = {name: value for name, value in chosen.client.defaults.items() if name not in own}
        return own | {
            name: FileSetting(value, file, 0, set_by=chosen.format.title)
            for name, value in {**unset, **chosen.client.fixed}.items()
        }

    def _own(self, found: ClientInFile, client: str) -> FileSettings:
        return settings_of(str(self.path), found.entries, judged_client(ClientChoice(client)).aliases)

    def _problems(self, chosen: _Candidate) -> Iterator[str]:
        for entry, text in chosen.client.problems:
            yield f"{self.path}:{entry.line}: {shown_name(entry.name) or f'a key ({NOT_SHOWN})'}: {text}"
        for entry in chosen.client.stray:
            if setting := deciding_setting(entry.name):
                shown = shown_name(entry.name) or setting
                yield (
                    f"{self.path}:{entry.line}: {shown}: {chosen.format.title} gives this key to no client; "
                    "if your application reads it, give its settings with --prefix, or in a file of its own "
                    f"({setting}=…)"
                )


def read_user_file(path: Path, reading: Reading) -> UserFile:
    """Read a file of settings, in the format that is chosen or recognised.

    Raises:
        ExperimentError: The file cannot be read, or the format does not exist.
    """
    text = FileText(path, _content(path))
    if reading.prefix:
        return UserFile(path, [(text, dict.fromkeys(BOTH, _with_prefix(reading.prefix)))], reading)
    formats = _formats(text, reading)
    embedding = next(iter(formats.values())).embedded
    if embedding is None:
        return UserFile(path, [(text, formats)], reading)
    parts = [(part, _formats(part, Reading())) for part in embedding(text)]
    if not parts:
        raise text.refused(None, "has no embedded file, such as `application.properties: |`, in its data")
    return UserFile(path, parts, reading)


def _content(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ExperimentError([f"{path}: cannot be read: {error.strerror}"]) from None
    if b"\0" in content:
        raise ExperimentError(
            [
                f"{path}: is not a text file in UTF-8 or Latin-1: it has bytes of 0, as a keystore or a file "
                "in UTF-16 has"
            ]
        )
    return content


def _formats(text: FileText, reading: Reading) -> Mapping[str, SettingsFormat]:
    """The format of a file for each client that may have it."""
    if reading.format:
        try:
            format = FORMATS[reading.format]
        except UnknownNameError as error:
            raise ExperimentError([f"--format: {error}"]) from None
        return dict.fromkeys(format.clients, format)
    formats: dict[str, SettingsFormat] = {}
    for name in FORMATS:
        format = FORMATS[name]
        if not _recognises(format, text):
            continue
        if format.is_of_framework:
            return dict.fromkeys(format.clients, format)
        for client in format.clients:
            formats.setdefault(client, format)
    return formats


def _recognises(format: SettingsFormat, text: FileText) -> bool:
    """Whether a file has a format. A file with lines that Java cannot read may still be one of librdkafka."""
    try:
        return format.recognises(text)
    except ExperimentError:
        if text.has_lines:
            return False
        raise


@cache
def _with_prefix(prefix: str) -> SettingsFormat:
    """The format of a file whose settings have a prefix that the user gives."""

    def clients_in(file: FileText, _role: Role) -> list[ClientInFile]:
        settings = below(prefix, file.entries)
        others = [entry for entry in file.entries if not entry.name.startswith(prefix)]
        if not settings:
            raise file.refused(None, f"has no key that begins with {prefix} (--prefix)")
        return [ClientInFile("", settings, other=others)]

    return SettingsFormat("prefix", f"the prefix {prefix}", BOTH, lambda _: True, clients_in)


def _notes(file: str, role: Role, chosen: _Candidate, own: FileSettings) -> Iterator[str]:
    format, client = chosen.format, chosen.client
    names = [name for name in (chosen.name, *chosen.others) if name]
    if format.is_of_framework or names:
        of_client = f": {_listed(names)}" if names else ""
        yield f"The {role} of {file} belongs to {format.title}{of_client}."
    yield from client.conduct
    unset = {
        key: value for key, value in client.defaults.items() if key not in own and key not in client.fixed
    }
    if unset:
        yield f"Set by {format.title}, because the file does not set it: {_assignments(unset)}."
    if client.fixed:
        yield f"Set by {format.title}, whatever the file says: {_assignments(client.fixed)}."
    if unread := [*client.other, *client.stray]:
        yield f"Not read, because no {role} gets it: {_names(unread)}."
    yield from repetitions(own)


def _assignments(settings: Mapping[str, str]) -> str:
    return ", ".join(
        f"{name}={'…' if name == 'transactional.id' else value}" for name, value in settings.items()
    )


def _names(entries: Sequence[FileEntry]) -> str:
    names = list(dict.fromkeys(shown_name(re.sub(r"\[\d+\]", "", entry.name)) or "…" for entry in entries))
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return ", ".join(names[:MOST_NAMES]) + more


def _listed(names: Iterator[str] | Sequence[str] | list[str]) -> str:
    return ", ".join(name if can_be_shown(name) else "…" for name in names)

"""A user's file: its format, and the settings of its clients."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from include.kinds.registry import UnknownNameError
from include.load.client_choice import Role
from include.machine.secret_values import NOT_SHOWN, can_be_shown, shown_name
from include.plan.judging.file_settings import FileEntry, FileSetting, FileSettings, repetitions, settings_of
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import BOTH, FORMATS, ClientInFile, SettingsFormat, below, dotted
from include.plan.validation_errors import ExperimentError

DECIDING = (
    "acks", "auto.offset.reset", "delivery.timeout.ms", "enable.auto.commit", "enable.idempotence",
    "isolation.level", "linger.ms", "max.in.flight.requests.per.connection", "max.poll.interval.ms",
    "max.poll.records", "message.timeout.ms", "min.insync.replicas", "request.timeout.ms", "retries",
    "session.timeout.ms", "transaction.timeout.ms", "transactional.id",
)  # fmt: skip
"""Settings on which a promise depends. A key that ends with one of them is not left out silently."""

MOST_NAMES = 5
"""The number of names in a sentence about keys that are not read."""


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

    settings: FileSettings
    notes: list[str]


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
        format, name, chosen = self._chosen(client, role)
        if problems := [*self._problems(format, chosen)]:
            raise ExperimentError(problems)
        settings = self._settings(format, chosen)
        if not settings:
            raise ExperimentError([f"{self.path}: has no settings; a setting is a line such as acks=all"])
        return RoleInFile(settings, [*_notes(self.path.name, role, format, name, chosen, self._own(chosen))])

    def _chosen(self, client: str, role: Role) -> tuple[SettingsFormat, str, ClientInFile]:
        candidates = list(self._candidates(client, role))
        others = list(self._candidates(client, role.other))
        own = [candidate for candidate in candidates if candidate[2].has_own]
        if not own and any(other.has_own for _, _, other in others):
            raise ExperimentError(
                [
                    f"{self.path}: {self.owners}: has no setting of a {role}, only settings of a "
                    f"{role.other}; give it with --{role.other}"
                ]
            )
        if not candidates:
            raise ExperimentError([f"{self.path}: {self.owners}: has no settings of a {role}"])
        names = self.reading.clients
        named = [candidate for candidate in candidates if candidate[1] in names]
        is_of_other_role = any(name in names for _, name, _ in others)
        if len(named) == 1:
            return named[0]
        if len(candidates) == 1 and (not names or is_of_other_role or not candidates[0][1]):
            return candidates[0]
        problem = (
            f"has no {role} {_listed(names)}"
            if names and not is_of_other_role
            else f"has {len(candidates)} {role}s"
        )
        known = _listed(name for _, name, _ in candidates)
        raise ExperimentError([f"{self.path}: {problem}; choose one with --client-in-file NAME: {known}"])

    def _candidates(self, client: str, role: Role) -> Iterator[tuple[SettingsFormat, str, ClientInFile]]:
        """Yield the clients of the file that may be meant: their formats, names and settings."""
        for text, formats in self.parts:
            format = formats.get(client)
            if format is None or (text.name and not self._may_be_meant(text.name)):
                continue
            for found in format.clients_in(text, role):
                yield format, "/".join(filter(None, (text.name, found.name))), found

    def _may_be_meant(self, name: str) -> bool:
        names = self.reading.clients
        return not names or any(chosen.partition("/")[0] == name for chosen in names)

    def _settings(self, format: SettingsFormat, client: ClientInFile) -> FileSettings:
        settings = self._own(client)
        file = str(self.path)
        added = {
            **{name: value for name, value in client.defaults.items() if name not in settings},
            **client.fixed,
        }
        return settings | {
            name: FileSetting(value, file, 0, set_by=format.title) for name, value in added.items()
        }

    def _own(self, client: ClientInFile) -> FileSettings:
        return settings_of(str(self.path), client.entries)

    def _problems(self, format: SettingsFormat, client: ClientInFile) -> Iterator[str]:
        for entry, text in client.problems:
            yield f"{self.path}:{entry.line}: {shown_name(entry.name) or f'a key ({NOT_SHOWN})'}: {text}"
        for entry in client.stray:
            name = dotted(entry.name)
            setting = next((known for known in DECIDING if name == known or name.endswith(f".{known}")), None)
            if setting:
                yield (
                    f"{self.path}:{entry.line}: {shown_name(entry.name) or setting}: {format.title} gives "
                    "this key to no client; if your application reads it, give its settings with --prefix, "
                    f"or in a file of their own ({setting}=…)"
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


def _notes(
    file: str, role: Role, format: SettingsFormat, name: str, client: ClientInFile, own: FileSettings
) -> Iterator[str]:
    if format.is_of_framework:
        of_client = f": {_listed([name])}" if name else ""
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

"""Fluent Bit: the settings ``rdkafka.*`` of its Kafka inputs and outputs, in its own format or in YAML.

Source: https://docs.fluentbit.io/manual/pipeline/outputs/kafka.
"""

import re
from collections.abc import Iterator

from include.kinds.grouping import grouped
from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import LIBRDKAFKA, ClientInFile, SettingsFormat, below, value_in

PREFIX = "rdkafka."

SECTION = re.compile(r"\[(?P<name>\w+)\]")

SECTIONS = {Role.PRODUCER: "output", Role.CONSUMER: "input"}

CONDUCT = {
    Role.PRODUCER: "If the client gives a message up, Fluent Bit tries again, as often as Retry_Limit says.",
    Role.CONSUMER: "Fluent Bit commits what it has taken over into its own buffers.",
}


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of each input or output."""
    plugins = grouped(_entries(file), lambda entry: entry.keys[0])
    return [
        _client(name, entries, role)
        for name, entries in plugins.items()
        if SECTIONS[role] in name.lower() and any(entry.name.lower().startswith(PREFIX) for entry in entries)
    ]


def _client(name: str, entries: list[FileEntry], role: Role) -> ClientInFile:
    lowered = [entry._replace(name=entry.name.lower()) for entry in entries]
    return ClientInFile(
        value_in(lowered, "alias") or name,
        below(PREFIX, lowered),
        conduct=[CONDUCT[role]],
        other=[entry for entry in lowered if not entry.name.startswith(PREFIX)],
    )


def _entries(file: FileText) -> Iterator[FileEntry]:
    """Yield the keys of all sections, whose names are the first of ``keys``."""
    if not file.has_lines:
        for entry in file.entries:
            section, found, key = entry.name.rpartition(f".{PREFIX}")
            if found:
                yield entry._replace(name=f"{PREFIX}{key}", keys=(section,))
            else:
                section, _, key = entry.name.rpartition(".")
                yield entry._replace(name=key, keys=(section,))
        return
    section = ""
    for number, line in enumerate(file.text.splitlines(), start=1 + file.lines_before):
        stripped = line.strip()
        if match := SECTION.fullmatch(stripped):
            section = f"{match['name']} in line {number}"
        elif stripped and not stripped.startswith(("#", "@")):
            name, *value = stripped.split(None, 1)
            yield FileEntry(name, "".join(value), number, bool(value), (section,))


def _is_fluent_bits(file: FileText) -> bool:
    if file.has_lines:
        has_section = any(SECTION.fullmatch(entry.name) for entry in file.lines_as_java)
        return has_section and any(entry.name.lower().startswith(PREFIX) for entry in file.lines_as_java)
    return any(f".{PREFIX}" in entry.name for entry in file.entries)


RECORD = SettingsFormat(
    name="fluent-bit",
    title="Fluent Bit",
    clients=LIBRDKAFKA,
    recognises=_is_fluent_bits,
    clients_in=clients_in,
)

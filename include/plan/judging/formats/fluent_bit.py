"""Fluent Bit: the settings ``rdkafka.*`` of its Kafka inputs and outputs, in its own format or in YAML.

Source: https://docs.fluentbit.io/manual/pipeline/outputs/kafka and …/pipeline/inputs/kafka, and
https://github.com/fluent/fluent-bit, ``plugins/out_kafka/kafka.c``, ``plugins/in_kafka/in_kafka.c`` and issue
11527.
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

COMMIT = "enable.auto.commit"
OWN_COMMIT = "enable_auto_commit"
"""The key of the input that decides on ``COMMIT``, whatever ``rdkafka.enable.auto.commit`` is."""

TRUE = ("true", "on", "yes")

SENDS = (
    "Fluent Bit regards messages as sent as soon as they lie in the client's queue. It loses those that the "
    "client gives up later, and those in the queue if it dies itself; Retry_Limit is only for messages that "
    "do not fit into the queue."
)
COMMITS = (
    "Fluent Bit commits by itself what it has taken over into its own buffers. Buffers in memory (the "
    "default of storage.type) are lost if Fluent Bit dies before their messages are delivered."
)
OF_CLIENT = "The client commits by itself, and Fluent Bit does not: enable_auto_commit is true."
OF_OLD_RELEASES = "A release of Fluent Bit without enable_auto_commit keeps rdkafka.enable.auto.commit."


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
    commits = value_in(lowered, OWN_COMMIT).strip().lower() in TRUE
    return ClientInFile(
        value_in(lowered, "alias") or name,
        settings := below(PREFIX, lowered),
        fixed={COMMIT: str(commits).lower()} if role is Role.CONSUMER else {},
        conduct=[SENDS] if role is Role.PRODUCER else list(_commits(settings, by_client=commits)),
        other=[entry for entry in lowered if not entry.name.startswith(PREFIX)],
    )


def _commits(settings: list[FileEntry], *, by_client: bool) -> Iterator[str]:
    yield OF_CLIENT if by_client else COMMITS
    if value_in(settings, COMMIT):
        yield OF_OLD_RELEASES


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

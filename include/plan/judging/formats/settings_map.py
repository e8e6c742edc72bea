"""A map of a client's own settings, in JSON, in YAML, or in the source of a Python or Go program."""

from include.kinds.grouping import grouped
from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import BOTH, ClientInFile, SettingsFormat

ROLE_WORDS = {
    Role.PRODUCER: ("producer", "publisher", "sink", "output", "writer"),
    Role.CONSUMER: ("consumer", "subscriber", "source", "input", "reader"),
}
"""The words in the name of a map that say whose settings it has."""


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The maps of the file, without those whose names say that they belong to the other role."""
    maps = grouped(file.entries, _map_of)
    others = ROLE_WORDS[role.other]
    clients = [
        ClientInFile(
            name,
            [entry._replace(name=entry.keys[-1]) for entry in entries],
            has_own=not any(word in name.lower() for word in others),
        )
        for name, entries in maps.items()
    ]
    return [client for client in clients if client.has_own] or clients


def _map_of(entry: FileEntry) -> str:
    """The name of the map that has the entry: the keys that lead to it. A key may itself have full stops."""
    return ".".join(filter(None, entry.keys[:-1]))


RECORD = SettingsFormat(
    name="settings-map",
    title="a map of settings",
    clients=BOTH,
    recognises=lambda file: not file.has_lines,
    clients_in=clients_in,
    is_of_framework=False,
)

"""A map of a client's own settings, in JSON, in YAML, or in the source of a Python or Go program."""

from include.kinds.grouping import grouped
from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.literal_maps import COMPUTED
from include.plan.judging.settings_format import BOTH, DECIDING, ClientInFile, SettingsFormat, dotted

ROLE_WORDS = {
    Role.PRODUCER: ("producer", "publisher", "sink", "output", "writer"),
    Role.CONSUMER: ("consumer", "subscriber", "source", "input", "reader"),
}
"""The words in the name of a map that say whose settings it has."""


TOPIC_CONFIG = "default.topic.config"
"""The setting of confluent-kafka whose map librdkafka adds to the one around it."""


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The maps of the file, without those whose names say that they belong to the other role.

    Of several maps, those without the name of a setting belong to something else.
    """
    placed = [_placed(entry) for entry in file.entries]
    maps = grouped(placed, lambda entry: entry.keys[0])
    of_clients = [name for name, entries in maps.items() if len(maps) == 1 or any(map(_is_setting, entries))]
    others = ROLE_WORDS[role.other]
    clients = [
        ClientInFile(
            name,
            maps[name],
            has_own=not any(word in name.lower() for word in others),
            other=[
                entry._replace(name=".".join((*entry.keys, entry.name)))
                for entry in placed
                if entry.keys[0].startswith(f"{name}.") and entry.keys[0] not in of_clients
            ],
        )
        for name in of_clients
    ]
    return [client for client in clients if client.has_own] or clients


def _placed(entry: FileEntry) -> FileEntry:
    """The entry with the name of its map, which are the keys that lead to it, and the name of the setting.

    A key may itself have full stops, and a setting may be written as nested keys.
    """
    keys = [key for key in entry.keys if key and key != TOPIC_CONFIG]
    begins = (place for place in range(len(keys)) if ".".join(keys[place:]) in DECIDING)
    begin = next(begins, len(keys) - 1)
    return entry._replace(name=".".join(keys[begin:]), keys=(".".join(keys[:begin]),))


def _is_setting(entry: FileEntry) -> bool:
    return "." in entry.name.replace(COMPUTED, "") or dotted(entry.name) in DECIDING


RECORD = SettingsFormat(
    name="settings-map",
    title="a map of settings",
    clients=BOTH,
    recognises=lambda file: not file.has_lines,
    clients_in=clients_in,
    is_of_framework=False,
)

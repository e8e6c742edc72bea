"""Connectors of Kafka Connect: ``producer.override.*`` and ``consumer.override.*``."""

import re

from include.kinds.grouping import grouped
from include.load.client_choice import Role
from include.plan.judging import connect_clients
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, value_in

CLASS = "connector.class"

CONFIG = re.compile(r"(?P<outer>(?:\[\d+\]\.?)?)(?:(?:spec\.)?config\.)?(?P<key>.*)")
"""A key of a connector, which may lie in a list of connectors, and below ``config``."""

NOT_FOR_CLIENTS = "no client of the connector gets it; here, the names begin with {role}.override."

WORKER = (
    "The file of the worker may set more, with the same names after `producer.` or `consumer.`; what the "
    "connector overrides counts. The worker's connector.client.config.override.policy must allow it."
)


REQUIRED = (
    "exactly.once.support=required: the connector runs only on a worker with "
    f"{connect_clients.SUPPORT}=enabled."
)


TOLERANT = {
    Role.PRODUCER: (
        "errors.tolerance=all contradicts “no loss”: Kafka Connect skips a message that it cannot convert or "
        "transform, and, without transactions, one that the producer gives up."
    ),
    Role.CONSUMER: (
        "errors.tolerance=all without errors.deadletterqueue.topic.name contradicts “no loss”: Kafka Connect "
        "skips a message that it cannot convert or transform, and commits its offset."
    ),
}

DEAD_LETTERS = (
    "errors.tolerance=all: Kafka Connect sends a message that it cannot convert or transform to the topic of "
    "errors.deadletterqueue.topic.name, and goes on."
)


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of each connector."""
    connectors = grouped(file.entries, _outer)
    return [_client(entries, role) for entries in connectors.values()]


def _client(entries: list[FileEntry], role: Role) -> ClientInFile:
    named = [entry._replace(name=_key(entry)) for entry in entries]
    settings = below(f"{role}.override.", named)
    lost = [
        entry
        for entry in named
        if entry.name.startswith(("producer.", "consumer.")) and ".override." not in entry.name
    ]
    is_exact = role is Role.PRODUCER and value_in(named, "exactly.once.support").strip().lower() == "required"
    is_tolerant = value_in(named, "errors.tolerance").strip().lower() == "all"
    has_dead_letters = role is Role.CONSUMER and value_in(named, "errors.deadletterqueue.topic.name").strip()
    return ClientInFile(
        value_in(named, "name") or value_in(named, "metadata.name"),
        settings,
        has_own=bool(settings),
        defaults=connect_clients.DEFAULTS[role],
        fixed=connect_clients.EXACTLY_ONCE_SETTINGS if is_exact else {},
        conduct=[
            *([REQUIRED, connect_clients.EXACTLY_ONCE] if is_exact else [connect_clients.CONDUCT[role]]),
            *([DEAD_LETTERS if has_dead_letters else TOLERANT[role]] if is_tolerant else []),
            WORKER,
        ],
        other=[entry for entry in named if ".override." not in entry.name and entry not in lost],
        problems=[(entry, NOT_FOR_CLIENTS.format(role=entry.name.partition(".")[0])) for entry in lost],
    )


def _outer(entry: FileEntry) -> str:
    match = CONFIG.fullmatch(entry.name)
    return match["outer"] if match else ""


def _key(entry: FileEntry) -> str:
    match = CONFIG.fullmatch(entry.name)
    return match["key"] if match else entry.name


RECORD = SettingsFormat(
    name="connect-connector",
    title="Kafka Connect (connector)",
    clients=JAVA,
    recognises=lambda file: any(_key(entry) in (CLASS, "spec.class") for entry in file.entries),
    clients_in=clients_in,
)

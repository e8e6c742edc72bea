"""A worker of Kafka Connect: ``producer.*`` and ``consumer.*`` are settings of all its connectors."""

from include.load.client_choice import Role
from include.plan.judging import connect_clients
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, value_in, without

MARKS = ("config.storage.topic", "key.converter", "offset.storage.file.filename", "offset.storage.topic")
"""The settings by which a worker is recognised."""

CONFIG = "spec.config."
"""The beginning of the worker's settings in a resource of Strimzi:
https://strimzi.io/docs/operators/latest/configuring#type-KafkaConnectSpec-reference."""

OWN = (
    "access.control.", "admin.", "bootstrap.servers", "client.dns.lookup", "client.id", "config.", "connect.",
    "connections.max.idle.ms", "connector.client.config.override.policy", connect_clients.SUPPORT,
    "group.id", "header.converter", "heartbeat.interval.ms", "inter.worker.", "internal.", "key.converter",
    "listeners", "metadata.", "metric", "offset.", "plugin.", "rebalance.timeout.ms", "receive.buffer.bytes",
    "reconnect.", "request.timeout.ms", "response.http.", "rest.", "retry.backoff.", "sasl.", "scheduled.",
    "security.", "send.buffer.bytes", "session.timeout.ms", "socket.", "ssl.", "status.storage.",
    "task.shutdown.", "topic.creation.", "topic.tracking.", "value.converter", "worker.",
)  # fmt: skip
"""The beginnings of the worker's own settings."""


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The clients of all connectors of the worker."""
    entries, around = _entries(file)
    settings = below(f"{role}.", entries)
    others = [entry for entry in entries if not entry.name.startswith(("producer.", "consumer."))]
    is_exact = role is Role.PRODUCER and connect_clients.sends_exactly_once(entries)
    return [
        ClientInFile(
            "",
            settings,
            has_own=True,
            defaults=connect_clients.DEFAULTS[role],
            fixed=connect_clients.EXACTLY_ONCE_SETTINGS if is_exact else {},
            conduct=[connect_clients.EXACTLY_ONCE if is_exact else connect_clients.CONDUCT[role]],
            other=[*(entry for entry in others if entry.name.startswith(OWN)), *around],
            stray=[entry for entry in others if not entry.name.startswith(OWN)],
        )
    ]


def _entries(file: FileText) -> tuple[list[FileEntry], list[FileEntry]]:
    """The settings of the worker, and what stands around them where Strimzi's ``KafkaConnect`` has them."""
    resources = [document for document in file.documents if value_in(document, "kind") == "KafkaConnect"]
    if not resources:
        return file.entries, []
    entries = [entry for resource in resources for entry in resource]
    return below(CONFIG, entries), without((CONFIG,), entries)


RECORD = SettingsFormat(
    name="connect-worker",
    title="Kafka Connect (worker)",
    clients=JAVA,
    recognises=lambda file: any(entry.name in MARKS for entry in _entries(file)[0]),
    clients_in=clients_in,
)

"""Debezium Server: the settings of its Kafka sink, ``debezium.sink.kafka.producer.*``.

Source: https://debezium.io/documentation/reference/stable/operations/debezium-server.html, and
https://github.com/debezium/debezium-server, ``KafkaChangeConsumer``.
"""

from include.load.client_choice import Role
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, without

OWN = "debezium."
PREFIX = "debezium.sink.kafka.producer."

CONDUCT = (
    "Debezium waits for the acknowledgements of a batch, and stores at intervals "
    "(debezium.source.offset.flush.interval.ms) how far it has read the database. After a failure, it reads "
    "and sends the changes since then again: duplicates. If a message is given up, Debezium Server ends with "
    "an error, and loses nothing."
)


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The producer of the sink. Debezium Server has no consumer that sinks get."""
    if role is Role.CONSUMER:
        return []
    settings = below(PREFIX, file.entries)
    return [
        ClientInFile(
            "",
            settings,
            has_own=bool(settings),
            conduct=[CONDUCT],
            other=[
                entry
                for entry in file.entries
                if entry.name.startswith(OWN) and not entry.name.startswith(PREFIX)
            ],
            stray=without((OWN, "quarkus."), file.entries),
        )
    ]


RECORD = SettingsFormat(
    name="debezium-server",
    title="Debezium Server",
    clients=JAVA,
    recognises=lambda file: any(entry.name.startswith(OWN) for entry in file.entries),
    clients_in=clients_in,
)

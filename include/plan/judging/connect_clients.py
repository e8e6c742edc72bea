"""What Kafka Connect sets for the clients of its connectors, and what it does itself.

Source: Kafka's ``org.apache.kafka.connect.runtime.Worker``.
"""

from collections.abc import Iterable

from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.settings_format import value_in

DEFAULTS = {
    Role.PRODUCER: {
        "acks": "all",
        "enable.idempotence": "false",
        "max.in.flight.requests.per.connection": "1",
        "delivery.timeout.ms": str(2**31 - 1),
        "max.block.ms": str(2**63 - 1),
    },
    Role.CONSUMER: {"enable.auto.commit": "false", "auto.offset.reset": "earliest"},
}
"""The settings of the clients of a connector where neither the worker nor the connector sets them."""

CONDUCT = {
    Role.PRODUCER: (
        "Kafka Connect stores the offsets of a source after its messages are acknowledged: after a failure, "
        "the messages since then are sent again, and may be duplicates."
    ),
    Role.CONSUMER: (
        "Kafka Connect commits by itself, at intervals (offset.flush.interval.ms), what the sink has taken: "
        "after a failure, the sink gets the messages since then again."
    ),
}

SUPPORT = "exactly.once.source.support"

EXACTLY_ONCE = (
    "exactly.once.source.support=enabled: Kafka Connect sends the messages of sources, together with their "
    "offsets, in transactions. It sets transactional.id and idempotence itself."
)

EXACTLY_ONCE_SETTINGS = {"transactional.id": "set by the worker", "enable.idempotence": "true"}


def sends_exactly_once(entries: Iterable[FileEntry]) -> bool:
    """Whether a worker with these settings sends in transactions. Kafka ignores the letter case."""
    return value_in(entries, SUPPORT).strip().lower() == "enabled"

"""A consumer that is a static member of its group: ``group.instance.id``.

Source: KIP-345, and https://kafka.apache.org/documentation/#consumerconfigs_group.instance.id.
"""

from include.judging.effective_values import seconds_text, value_of
from include.judging.role_settings import RoleSettings

SETTING = "group.instance.id"


def meaning(consumer: RoleSettings) -> str:
    """Return the meaning of static membership with the time-outs of this consumer."""
    return (
        "The consumer is a static member of its group: when it crashes or is stopped, its partitions wait "
        f"until a consumer with the same id returns, or until {_session(consumer)} is over. Their messages "
        "are not lost, but processed later; a shorter time-out shortens the wait. The cells do not show this "
        "wait, because their consumers are dynamic members."
    )


def _session(consumer: RoleSettings) -> str:
    if value_of(consumer.effective, "group.protocol") == "consumer":
        return "group.consumer.session.timeout.ms of the brokers"
    timeout = seconds_text(int(value_of(consumer.effective, "session.timeout.ms")))
    return f"session.timeout.ms ({timeout})"

"""The settings of any client, with Kafka's names for the settings and Kafka's words for the values."""

from collections.abc import Mapping

from include.plan.judging.role_settings import RoleSettings
from include.plan.user_client_settings import Remark

LIBRDKAFKA_NAMES = {
    "acks": "request.required.acks",
    "delivery.timeout.ms": "message.timeout.ms",
    "linger.ms": "queue.buffering.max.ms",
    "max.partition.fetch.bytes": "fetch.message.max.bytes",
    "max.request.size": "message.max.bytes",
    "retries": "message.send.max.retries",
}
"""Librdkafka's names of settings, by Kafka's names, if the two names differ."""

KAFKA_WORDS = {
    "acks": {"-1": "all"},
    "auto.offset.reset": {
        "smallest": "earliest",
        "beginning": "earliest",
        "largest": "latest",
        "end": "latest",
        "error": "none",
    },
}
"""For each setting whose values have synonyms: Kafka's word for each synonym."""

HIDDEN = frozenset({"transactional.id", "group.instance.id"})
"""Settings whose value is a name that the user chose. Kerran does not record these names."""


def value_of(effective: Mapping[str, str], name: str) -> str:
    """The value of a setting, by Kafka's name; empty if the client does not have the setting."""
    return _shown_value(effective, name).lower()


def is_given(role: RoleSettings, name: str) -> bool:
    """Whether a role's settings include this setting, by Kafka's name or by librdkafka's name."""
    names = {name, LIBRDKAFKA_NAMES.get(name, name)}
    return bool(names & (role.names_in_file if role.file else role.passed.keys()))


def remark(role: RoleSettings, name: str, text: str, value: str = "") -> Remark:
    """A remark about a setting.

    Args:
        role: The settings of the producer or of the consumer.
        name: Kafka's name of the setting.
        text: The effect of the value on the promise.
        value: The value of the setting; if empty, the remark shows the value that the client reports.
    """
    if name == "transactional.id" and role.has_empty_transactional_id:
        return Remark(setting=name, value="", is_unset=False, text=text)
    level = "…" if name in HIDDEN else value or _shown_value(role.effective, name)
    set_by = role.set_by.get(LIBRDKAFKA_NAMES.get(name, name), role.set_by.get(name, ""))
    return Remark(setting=name, value=level, is_unset=not is_given(role, name), set_by=set_by, text=text)


def seconds_text(milliseconds: int) -> str:
    """A time as a text in seconds: ``1.5 s``."""
    return f"{milliseconds / 1000:,.10g} s"


def _shown_value(effective: Mapping[str, str], name: str) -> str:
    value = effective.get(LIBRDKAFKA_NAMES.get(name, ""), effective.get(name, ""))
    return KAFKA_WORDS.get(name, {}).get(value.lower(), value)

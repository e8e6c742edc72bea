"""Ask librdkafka how it interprets settings, without a connection to a broker.

python -m include.clients.librdkafka.interpretation <role> <file with the settings as JSON>
"""

import json
import logging
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from confluent_kafka import Consumer, KafkaException, Producer
from pydantic import TypeAdapter

from include.load.client_choice import ClientAnswer, Role
from include.load.librdkafka_calls import effective_settings, library_version, refusal

UNKNOWN = ("No such configuration property", "Java ")
"""The beginnings of the reasons why librdkafka refuses a setting that it does not have. It recognises some
settings that only the Java client has."""

OF_OTHER_ROLE = re.compile(r"Configuration property (\S+) is a (?:producer|consumer) property")
DEPRECATED = re.compile(r"Configuration property (\S+) is deprecated[^:]*: (?P<reason>.*)")
UNUSED = "No longer used"

ADDRESS = re.compile(r"0x[0-9a-f]+")

NUMBER = re.compile(r"\s*[+-]?\d+(?:\.\d+)?")
"""The beginning of a value of which librdkafka may read only this number."""

UNLISTED = (
    "acks",
    "bootstrap.servers",
    "compression.type",
    "delivery.timeout.ms",
    "group.id",
    "group.instance.id",
    "linger.ms",
    "max.in.flight",
    "metadata.broker.list",
    "retries",
    "sasl.mechanism",
    "sasl.password",
    "sasl.username",
    "ssl.ca.location",
    "ssl.ca.pem",
    "ssl.certificate.location",
    "ssl.certificate.pem",
    "ssl.key.location",
    "ssl.key.password",
    "ssl.key.pem",
    "ssl.keystore.location",
    "ssl.keystore.password",
    "transactional.id",
)
"""Names that librdkafka accepts but does not list: aliases, and settings without a default."""

AS_JSON = TypeAdapter(ClientAnswer)

CREATE = {Role.PRODUCER: Producer, Role.CONSUMER: Consumer}

# Without a name of a group, the consumer of the Python client ends the whole process.
NECESSARY = {Role.PRODUCER: {}, Role.CONSUMER: {"group.id": "asked"}}


class _Warnings(logging.Handler):
    """Collects what the client's log says about a setting that it has without others."""

    def __init__(self) -> None:
        super().__init__()
        self.is_ignored = False
        """Whether the client ignores the setting in its role."""
        self.deprecation = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Take what a line of the client's log says about the setting."""
        if OF_OTHER_ROLE.search(record.getMessage()):
            self.is_ignored = True
        if match := DEPRECATED.search(record.getMessage()):
            unused = ", and no longer used" if match["reason"].startswith(UNUSED) else ""
            self.deprecation = f"is deprecated in librdkafka {library_version()}{unused}"


def librdkafka_answer(role: Role, settings: Mapping[str, str]) -> ClientAnswer:
    """The answer of librdkafka to the settings of a producer or a consumer."""
    unknown = frozenset(
        name for name, value in settings.items() if (refusal(name, value) or "").startswith(UNKNOWN)
    )
    known_settings = {name: value for name, value in settings.items() if name not in unknown}
    warnings = {name: _warnings(role, name, value) for name, value in known_settings.items()}
    role_settings = {name: value for name, value in known_settings.items() if not warnings[name].is_ignored}
    reason = _refusal(role, role_settings)
    return ClientAnswer(
        unknown=unknown,
        of_other_role=frozenset(known_settings) - frozenset(role_settings),
        refusal=reason,
        effective={}
        if reason
        else effective_settings({"acks": "all", **role_settings}),  # with a topic setting, more are listed
        known=frozenset([*effective_settings({"acks": "all"}), *UNLISTED]),
        cut={name: number for name, value in role_settings.items() if (number := _number_read(name, value))},
        deprecated={name: warnings[name].deprecation for name in role_settings if warnings[name].deprecation},
    )


def _warnings(role: Role, name: str, value: str) -> _Warnings:
    """What a client of this role warns about a setting.

    The client's warning may use another name for the setting. Therefore, the setting is tried without the
    others, so that any warning is about this setting.
    """
    warnings = _Warnings()
    _refusal(role, {name: value}, warnings)
    return warnings


def _number_read(name: str, value: str) -> str:
    """The number that librdkafka reads of a value such as ``2 min``; empty if it reads all of the value."""
    match = NUMBER.match(value)
    if not match or match[0] == value.rstrip() or refusal(name, value) or refusal(name, match[0]):
        return ""
    return match[0].strip() if _values({name: value}) == _values({name: match[0]}) else ""


def _values(settings: dict[str, str]) -> dict[str, str]:
    """All settings but the addresses in memory, which differ between two configurations that are equal."""
    effective = effective_settings(settings)
    return {name: value for name, value in effective.items() if not ADDRESS.fullmatch(value)}


def _refusal(role: Role, settings: Mapping[str, str], warnings: _Warnings | None = None) -> str:
    """Create a client with these settings; return the reason if it refuses them, else an empty text."""
    for name, value in settings.items():
        if reason := refusal(name, value):
            return f"{name}: {reason}"
    log = logging.Logger("librdkafka")
    log.addHandler(warnings or logging.NullHandler())
    try:
        client = CREATE[role]({**settings, **NECESSARY[role], "logger": log})
    except KafkaException as error:
        return str(error.args[0].str()).partition(": ")[2] or str(error.args[0].str())
    client.poll(0)
    if isinstance(client, Consumer):
        client.close()
    return ""


if __name__ == "__main__":
    role, path = sys.argv[1:]
    answer = librdkafka_answer(Role(role), json.loads(Path(path).read_text(encoding="utf-8")))
    print(AS_JSON.dump_json(answer).decode())

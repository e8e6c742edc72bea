"""SmallRye Reactive Messaging, as in Quarkus: the channels ``mp.messaging.incoming.*`` and ``outgoing.*``.

Source: the attributes of SmallRye's ``KafkaConnector`` and its ``ConfigurationCleaner``.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, value_in

KEY = re.compile(
    r"mp\.messaging\.(?P<direction>incoming|outgoing|connector)\."
    r'(?P<name>"[^"]+"|[^.]+)\.(?P<attribute>.+)'
)

PROFILE = re.compile(r'^"?%(?P<profiles>\{[\w,-]+\}|[\w,-]+)"?\.')
"""One or several profiles before a key, such as ``%dev.`` and ``%{dev,test}.``."""

SHARED = "kafka."
"""The prefix of settings that all channels have."""

DIRECTION = {Role.PRODUCER: "outgoing", Role.CONSUMER: "incoming"}

CONNECTOR = "smallrye-kafka"

ATTRIBUTES = frozenset(
    [
        "connector",
        "channel-name",
        "topic",
        "topics",
        "pattern",
        "enabled",
        "health-enabled",
        "health-readiness-enabled",
        "health-readiness-topic-verification",
        "health-readiness-timeout",
        "health-topic-verification-enabled",
        "health-topic-verification-timeout",
        "health-topic-verification-startup-disabled",
        "health-topic-verification-readiness-disabled",
        "tracing-enabled",
        "cloud-events",
        "cloud-events-source",
        "cloud-events-type",
        "cloud-events-subject",
        "cloud-events-data-content-type",
        "cloud-events-data-schema",
        "cloud-events-insert-timestamp",
        "cloud-events-mode",
        "kafka-configuration",
        "client-id-prefix",
        "lazy-client",
        "assign-seek",
        "retry",
        "retry-attempts",
        "retry-max-wait",
        "broadcast",
        "failure-strategy",
        "commit-strategy",
        "ordered",
        "ordered.max-concurrency",
        "partitions",
        "requests",
        "concurrency",
        "consumer-rebalance-listener.name",
        "key-deserialization-failure-handler",
        "value-deserialization-failure-handler",
        "fail-on-deserialization-failure",
        "graceful-shutdown",
        "poll-timeout",
        "pause-if-no-requests",
        "batch",
        "max-queue-size-factor",
        "key",
        "partition",
        "waitForWriteCompletion",
        "max-inflight-messages",
        "close-timeout",
        "merge",
        "propagate-record-key",
        "propagate-headers",
        "key-serialization-failure-handler",
        "value-serialization-failure-handler",
        "interceptor-bean",
        "pooled-producer",
    ]
)
"""The attributes of a channel that no client gets."""

ATTRIBUTE_PREFIXES = (
    "checkpoint.",
    "dead-letter-queue.",
    "delayed-retry-topic.",
    "pooled-producer.",
    "share-group.",
    "throttled.",
)

DEFAULTS = {Role.PRODUCER: {"acks": "1"}, Role.CONSUMER: {"enable.auto.commit": "false"}}

COMMITS = {
    "throttled": (
        "SmallRye commits by itself: regularly, up to the last message before which all messages are "
        "acknowledged."
    ),
    "latest": "SmallRye commits by itself, after each message that is acknowledged.",
    "ignore": "SmallRye commits nothing; the client commits by itself, or nobody does (strategy ignore).",
    "checkpoint": "SmallRye stores offsets with the state of the processing, and commits nothing to Kafka.",
}

FAILURES = {
    "fail": "If the processing of a message fails, the application stops consuming (failure-strategy=fail).",
    "ignore": "If the processing of a message fails, SmallRye goes on without it (failure-strategy=ignore).",
    "dead-letter-queue": "If the processing of a message fails, SmallRye sends it to another topic.",
    "delayed-retry-topic": "If the processing of a message fails, SmallRye sends it to another topic.",
}

WRITES = {
    "false": "SmallRye acknowledges a message before Kafka has it (waitForWriteCompletion=false).",
    "": "SmallRye acknowledges a message of the channel when Kafka has acknowledged it.",
}


class Attribute(NamedTuple):
    """An entry of a channel or of a connector."""

    direction: str
    channel: str
    entry: FileEntry


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of each channel in the direction of a role, once more for each profile."""
    entries = [(_profiles(entry), _without_profile(entry)) for entry in file.entries]
    profiles = [profile for names, entry in entries if _is_of_kafka(entry) for profile in names]
    clients = []
    for profile in dict.fromkeys(["", *profiles]):
        visible = [
            entry for name in dict.fromkeys(("", profile)) for names, entry in entries if name in names
        ]
        attributes = [attribute for entry in visible if (attribute := _attribute(entry))]
        channels = dict.fromkeys(
            attribute.channel
            for attribute in attributes
            if attribute.direction == DIRECTION[role] and _is_kafka(attribute.channel, attributes)
        )
        clients += [_client(profile, channel, role, visible, attributes) for channel in channels]
    return clients


def _client(
    profile: str, name: str, role: Role, entries: Sequence[FileEntry], attributes: Sequence[Attribute]
) -> ClientInFile:
    of_connector = [a.entry for a in attributes if a.direction == "connector" and a.channel == CONNECTOR]
    of_channel = [a.entry for a in attributes if a.direction == DIRECTION[role] and a.channel == name]
    given = [*below(SHARED, entries), *of_connector, *of_channel]
    settings = [entry for entry in given if not _is_attribute(entry.name)]
    return ClientInFile(
        f"%{profile}.{name}" if profile else name,
        settings,
        has_own=bool(of_channel),
        defaults=DEFAULTS[role],
        conduct=list(_conduct(role, given)),
        other=[entry for entry in given if _is_attribute(entry.name)],
        stray=[entry for entry in entries if not _attribute(entry) and not entry.name.startswith(SHARED)],
    )


def _conduct(role: Role, given: Sequence[FileEntry]) -> Iterator[str]:
    if role is Role.PRODUCER:
        yield WRITES.get(value_in(given, "waitForWriteCompletion").lower(), WRITES[""])
        return
    commits = value_in(given, "enable.auto.commit").lower() == "true"
    strategy = value_in(given, "commit-strategy") or ("ignore" if commits else "throttled")
    yield COMMITS.get(strategy, "The application has a commit strategy of its own.")
    failure = value_in(given, "failure-strategy") or "fail"
    yield FAILURES.get(failure, "The application has a failure strategy of its own.")


def _attribute(entry: FileEntry) -> Attribute | None:
    match = KEY.fullmatch(entry.name)
    if match is None:
        return None
    renamed = entry._replace(name=match["attribute"].strip('"'))
    return Attribute(match["direction"], match["name"].strip('"'), renamed)


def _profiles(entry: FileEntry) -> Sequence[str]:
    """The profiles in which an entry counts; one without a name if it counts in all."""
    match = PROFILE.match(entry.name)
    return match["profiles"].strip("{}").split(",") if match else [""]


def _without_profile(entry: FileEntry) -> FileEntry:
    return entry._replace(name=PROFILE.sub("", entry.name))


def _is_of_kafka(entry: FileEntry) -> bool:
    return bool(_attribute(entry)) or entry.name.startswith(SHARED)


def _is_kafka(channel: str, attributes: Sequence[Attribute]) -> bool:
    """Whether a channel is one of Kafka, also if nothing says which connector it has."""
    connector = value_in([a.entry for a in attributes if a.channel == channel], "connector")
    return connector in ("", CONNECTOR)


def _is_attribute(name: str) -> bool:
    return name in ATTRIBUTES or name.startswith(ATTRIBUTE_PREFIXES)


RECORD = SettingsFormat(
    name="smallrye",
    title="SmallRye Reactive Messaging",
    clients=JAVA,
    recognises=lambda file: any(_attribute(_without_profile(entry)) for entry in file.entries),
    clients_in=clients_in,
)

"""Spring Boot: ``spring.kafka.*`` in properties or YAML, with profiles.

Source: Spring Boot's ``KafkaProperties``, and
https://docs.spring.io/spring-kafka/reference/kafka/receiving-messages/message-listener-container.html.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from include.kinds.registry import did_you_mean
from include.load.client_choice import Role
from include.plan.judging.file_settings import PLACEHOLDER, FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.formats import kafka_streams  # shared: Spring starts Kafka Streams
from include.plan.judging.quantities import bytes_of, milliseconds_of
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, value_in

PREFIX = "spring.kafka."

DEFAULT_PROFILE = "default"

TRANSACTIONAL = "transactional.id"

PREFIX_RANK = 4
"""The rank of ``transaction-id-prefix``, which replaces a ``transactional.id`` among the properties."""

ACTIVATE = "spring.config.activate."

PROFILE_KEYS = (f"{ACTIVATE}onprofile", "spring.profiles")
"""The keys, as Spring compares them, with the profiles in which a document counts."""

Conditions = frozenset[str]
"""What must be active for a document to count: profiles, or the platform that runs the application."""

DOCUMENT_END = re.compile(rb"^[#!]---[ \t]*\r?$", re.MULTILINE)
"""The line that ends a document in a properties file."""

Convert = Callable[[str], str | None]
"""Converts a value of Spring to the client's value; None if Spring refuses the value."""


def _truth(value: str) -> str | None:
    words = {"true": "true", "on": "true", "yes": "true", "1": "true"}
    words |= {"false": "false", "off": "false", "no": "false", "0": "false"}
    return words.get(value.strip().lower())


def _as_it_is(value: str) -> str:
    return value


def _isolation(value: str) -> str:
    return value.lower().replace("-", "_")


SHARED: dict[str, tuple[str, Convert]] = {
    "bootstrap-servers": ("bootstrap.servers", _as_it_is),
    "client-id": ("client.id", _as_it_is),
    "security.protocol": ("security.protocol", _as_it_is),
    "ssl.key-password": ("ssl.key.password", _as_it_is),
    "ssl.key-store-certificate-chain": ("ssl.keystore.certificate.chain", _as_it_is),
    "ssl.key-store-key": ("ssl.keystore.key", _as_it_is),
    "ssl.key-store-location": ("ssl.keystore.location", _as_it_is),
    "ssl.key-store-password": ("ssl.keystore.password", _as_it_is),
    "ssl.key-store-type": ("ssl.keystore.type", _as_it_is),
    "ssl.trust-store-certificates": ("ssl.truststore.certificates", _as_it_is),
    "ssl.trust-store-location": ("ssl.truststore.location", _as_it_is),
    "ssl.trust-store-password": ("ssl.truststore.password", _as_it_is),
    "ssl.trust-store-type": ("ssl.truststore.type", _as_it_is),
    "ssl.protocol": ("ssl.protocol", _as_it_is),
}
"""The client's name of a key that all clients may have, and the conversion of its value."""

STREAMS = "streams"

OF_OWNER: dict[str, dict[str, tuple[str, Convert]]] = {
    Role.PRODUCER: {
        "acks": ("acks", _as_it_is),
        "batch-size": ("batch.size", bytes_of),
        "buffer-memory": ("buffer.memory", bytes_of),
        "compression-type": ("compression.type", _as_it_is),
        "key-serializer": ("key.serializer", _as_it_is),
        "retries": ("retries", _as_it_is),
        "transaction-id-prefix": ("transactional.id", _as_it_is),
        "value-serializer": ("value.serializer", _as_it_is),
    },
    Role.CONSUMER: {
        "auto-commit-interval": ("auto.commit.interval.ms", milliseconds_of),
        "auto-offset-reset": ("auto.offset.reset", _as_it_is),
        "enable-auto-commit": ("enable.auto.commit", _truth),
        "fetch-max-wait": ("fetch.max.wait.ms", milliseconds_of),
        "fetch-min-size": ("fetch.min.bytes", bytes_of),
        "group-id": ("group.id", _as_it_is),
        "heartbeat-interval": ("heartbeat.interval.ms", milliseconds_of),
        "isolation-level": ("isolation.level", _isolation),
        "key-deserializer": ("key.deserializer", _as_it_is),
        "max-poll-interval": ("max.poll.interval.ms", milliseconds_of),
        "max-poll-records": ("max.poll.records", _as_it_is),
        "value-deserializer": ("value.deserializer", _as_it_is),
    },
    STREAMS: {
        "application-id": ("application.id", _as_it_is),
        "cache-max-size-buffering": ("cache.max.bytes.buffering", bytes_of),
        "replication-factor": ("replication.factor", _as_it_is),
        "state-dir": ("state.dir", _as_it_is),
        "state-store-cache-max-size": ("statestore.cache.max.bytes", bytes_of),
    },
}
"""The same for the keys of the producer, of the consumer, and of Kafka Streams."""

NOT_OF_CLIENTS = {
    "": ("admin", "bootstrap", "jaas", "listener", "retry", "security", "ssl", "template"),
    STREAMS: ("autostartup", "cleanup", "ssl"),
}
"""The parts of ``spring.kafka``, and of an owner's keys, that no client gets, except those in ``SHARED``."""

STREAM = "spring.cloud.stream."

OF_BINDER = (
    "ack-each-record", "ack-mode", "auto-commit-offset", "auto-commit-on-error", "enable-dlq",
    "required-acks", "reset-offsets", "start-offset", "transaction",
)  # fmt: skip
"""The Kafka binder's own settings on which a promise depends."""

BINDER = (
    "the Kafka binder of Spring Cloud Stream sets its clients itself, and is not judged; give the settings "
    "that its client gets, which Kafka logs as ProducerConfig or ConsumerConfig, as a plain file (acks=…)"
)

TRANSACTION_PREFIX = "spring.kafka.producer.transaction-id-prefix"

TRANSACTIONS = (
    "spring.kafka.producer.transaction-id-prefix makes every producer transactional. In a listener, Spring "
    "commits the offsets in the producer's transaction: exactly once, from consuming to producing."
)

ACK_MODES = {
    "BATCH": "Spring's listener container commits by itself, when all messages of a poll are processed.",
    "RECORD": "Spring's listener container commits by itself, after each processed message.",
    "MANUAL": "The application acknowledges messages (ack-mode MANUAL), and Spring then commits them.",
}
"""When Spring commits, by the mode of the listener. Every other mode commits processed messages, too."""

COMMIT_IN_TRANSACTION = (
    "Spring's listener container commits by itself, in the producer's transaction, because of "
    "spring.kafka.producer.transaction-id-prefix."
)

OWN_COMMIT = (
    "The client commits by itself, and Spring's listener container does not: enable-auto-commit is true."
)


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of a role without a condition, and under each one that changes something for Kafka."""
    documents = list(_documents(file))
    conditions = [
        active
        for alternatives, entries in documents
        for active in alternatives
        if active and any(_is_springs(entry.name) or _of_binder(entry.name) for entry in entries)
    ]
    clients = []
    for chosen in dict.fromkeys([Conditions(), *conditions]):
        name = " and ".join(sorted(chosen)) or (DEFAULT_PROFILE if conditions else "")
        entries = [
            entry
            for alternatives, group in documents
            if any(active <= chosen for active in alternatives)
            for entry in group
        ]
        clients += _clients(name, entries, role)
    return clients


def _documents(file: FileText) -> Iterator[tuple[Sequence[Conditions], list[FileEntry]]]:
    """Yield the keys of each document, and the conditions of which one must be active for it to count."""
    for document in file.documents:
        ends = [
            file.content.count(b"\n", 0, match.start()) + 1 + file.lines_before
            for match in (DOCUMENT_END.finditer(file.content) if file.has_lines else ())
        ]
        for first, last in zip([0, *ends], [*ends, None], strict=True):
            group = [
                entry for entry in document if entry.line > first and (last is None or entry.line < last)
            ]
            yield _alternatives(group), group


def _alternatives(document: Sequence[FileEntry]) -> Sequence[Conditions]:
    """The conditions of a document: one of its profiles, if it names any, and everything else it names."""
    profiles, others = [], set()
    for entry in document:
        key = _relaxed(_without_index(entry.name))
        if key in PROFILE_KEYS:
            profiles += [name for part in entry.value.split(",") if (name := part.strip())]
        elif key.startswith(ACTIVATE):
            others.add(entry.value)
    return [Conditions({profile, *others}) for profile in profiles] or [Conditions(others)]


@dataclass
class _Found:
    """The keys of a file, sorted by what Spring does with them for a client of a role."""

    owner: str
    """The role, or Kafka Streams."""
    settings: list[tuple[int, FileEntry]] = field(default_factory=list)
    """The settings of the client, each with its rank: a setting of a higher rank counts."""
    other: list[FileEntry] = field(default_factory=list)
    stray: list[FileEntry] = field(default_factory=list)
    problems: list[tuple[FileEntry, str]] = field(default_factory=list)

    @property
    def in_order(self) -> list[FileEntry]:
        """The settings of the client, of which the last one of a name counts."""
        return [entry for _, entry in sorted(self.settings, key=itemgetter(0))]

    @property
    def has_own(self) -> bool:
        """Whether a key is one of this client alone, or one of all clients with a setting of this one."""
        names = {name for name, _ in OF_OWNER[self.owner].values()}
        return any(rank > 1 or entry.name in names for rank, entry in self.settings)

    def add(self, entry: FileEntry) -> None:
        """Sort a key of the file."""
        if of_binder := _of_binder(entry.name):
            self.problems.append((entry._replace(name=of_binder), BINDER))
            return
        if not _is_springs(entry.name):
            self.stray.append(entry)
            return
        owner, key = _owner(entry.name)
        known = _key_in(key, OF_OWNER.get(owner, {}) | SHARED)
        if name := _property(key):
            self._take(owner, entry._replace(name=name), is_typed=False)
        elif known:
            self._take_typed(owner, entry, *known)
        elif _relaxed(key).partition(".")[0] in NOT_OF_CLIENTS.get(owner, ()):
            self.other.append(entry._replace(name=_relaxed(entry.name)))
        else:
            self.problems.append((entry, _no_key(key, owner)))

    def _take_typed(self, owner: str, entry: FileEntry, name: str, convert: Convert) -> None:
        value = entry.value if PLACEHOLDER.search(entry.value) else convert(entry.value)
        if value is None:
            self.problems.append((entry, "Spring Boot cannot read the value; right are 500ms, 16KB or true"))
        else:
            self._take(owner, entry._replace(name=name, value=value), is_typed=True)

    def _take(self, owner: str, entry: FileEntry, *, is_typed: bool) -> None:
        if owner not in ("", self.owner):
            return
        is_prefix = is_typed and entry.name == TRANSACTIONAL
        rank = PREFIX_RANK if is_prefix else 2 * bool(owner) + (not is_typed)
        self.settings.append((rank, entry))


def _clients(name: str, entries: Sequence[FileEntry], role: Role) -> list[ClientInFile]:
    """The client that Spring makes, the one of Kafka Streams, or both if the file has settings for both."""
    client = _client(name, entries, role)
    if all(_owner(entry.name)[0] != STREAMS for entry in entries if _is_springs(entry.name)):
        return [client]
    streams = _client_of_streams("/".join(filter(None, (name, STREAMS))), entries, role)
    return [replace(client, name=name or DEFAULT_PROFILE), streams] if client.has_own else [streams]


def _client_of_streams(name: str, entries: Sequence[FileEntry], role: Role) -> ClientInFile:
    found = _found(STREAMS, entries)
    client = kafka_streams.client_of(found.in_order, role, name)
    return replace(
        client,
        other=[*client.other, *found.other],
        stray=found.stray,
        problems=[*client.problems, *found.problems],
    )


def _found(owner: str, entries: Sequence[FileEntry]) -> _Found:
    found = _Found(owner)
    for entry in entries:
        found.add(entry)
    return found


def _client(name: str, entries: Sequence[FileEntry], role: Role) -> ClientInFile:
    found = _found(role, entries)
    has_prefix = any(_relaxed(entry.name) == _relaxed(TRANSACTION_PREFIX) for entry in entries)
    mode = value_in(found.other, f"{PREFIX}listener.ackmode")
    return ClientInFile(
        name,
        found.in_order,
        has_own=found.has_own,
        defaults={"enable.auto.commit": "false"} if role is Role.CONSUMER else {},
        conduct=list(_conduct(role, found.in_order, mode, has_prefix=has_prefix)),
        other=found.other,
        stray=found.stray,
        problems=found.problems,
    )


def _conduct(role: Role, settings: Sequence[FileEntry], mode: str, *, has_prefix: bool) -> Iterator[str]:
    if role is Role.PRODUCER and has_prefix:
        yield TRANSACTIONS
        if len([entry for entry in settings if entry.name == TRANSACTIONAL]) > 1:
            yield "Spring replaces transactional.id by the prefix and a number of its own."
    if role is Role.CONSUMER:
        commits = [entry.value for entry in settings if entry.name == "enable.auto.commit"]
        if commits and commits[-1].lower() == "true":
            yield OWN_COMMIT
        elif has_prefix:
            yield COMMIT_IN_TRANSACTION
        else:
            mode = mode.upper().replace("-", "_").removesuffix("_IMMEDIATE")
            yield ACK_MODES.get(mode, ACK_MODES["BATCH"])


def _is_springs(name: str) -> bool:
    return _relaxed(name).startswith(PREFIX)


def _of_binder(name: str) -> str:
    """The setting of a Kafka binder, also of one of several, on which a promise depends; otherwise empty."""
    key = _relaxed(name)
    parts = key.split(".") if key.startswith(STREAM) else []
    return next((known for known in OF_BINDER if {"kafka", _relaxed(known)} <= {*parts}), "")


def _owner(name: str) -> tuple[str, str]:
    """Whose key it is, empty for one of all clients, and the rest of the key."""
    rest = name[len(PREFIX) :]
    first, _, key = rest.partition(".")
    return (first.lower(), key) if first.lower() in OF_OWNER else ("", rest)


def _property(key: str) -> str:
    """The client's own name in a key such as ``properties.isolation.level``; otherwise empty."""
    match = re.fullmatch(r"properties\.?(?:\[(?P<quoted>.+)\]|(?P<plain>.+))", key, re.IGNORECASE)
    return (match["quoted"] or match["plain"]) if match else ""


def _key_in(key: str, known: dict[str, tuple[str, Convert]]) -> tuple[str, Convert] | None:
    names = {_relaxed(name): described for name, described in known.items()}
    return names.get(_relaxed(_without_index(key)))


def _without_index(key: str) -> str:
    """A key without the index that a value in a list has."""
    return re.sub(r"\[\d+\]$", "", key)


def _relaxed(key: str) -> str:
    """A key as Spring compares it: letter case, hyphens and underscores do not count."""
    return re.sub(r"[-_]", "", key).lower()


def _no_key(key: str, owner: str) -> str:
    known = OF_OWNER.get(owner, {}) | SHARED
    whose = f"{PREFIX}{owner}" if owner else PREFIX.rstrip(".")
    return (
        f"{whose} of Spring Boot has no such key{did_you_mean(key, known)}; the client's own settings belong "
        f"below {whose}.properties"
    )


RECORD = SettingsFormat(
    name="spring-boot",
    title="Spring Boot",
    clients=JAVA,
    recognises=lambda file: any(_is_springs(entry.name) or _of_binder(entry.name) for entry in file.entries),
    clients_in=clients_in,
)

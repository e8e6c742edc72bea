"""The settings of Kafka's topics, producers and consumers that an experiment may vary."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, PositiveInt, model_validator

from include.kinds.semantics.registry import (
    SEMANTICS,
    Semantics,
    semantics_with_choice_of_idempotence,
    transactional_semantics,
)
from include.load.job import Isolation
from include.settings.annotations import AppliesWhen, Slug
from include.settings.cell import ScenarioSettings
from include.settings.traits import Traits


class Compression(StrEnum):
    """The compression codecs that the client and every Kafka release since 2.1 support."""

    NONE = "none"
    GZIP = "gzip"
    SNAPPY = "snappy"
    LZ4 = "lz4"
    ZSTD = "zstd"


UNLIMITED: Literal["unlimited"] = "unlimited"

MAX_MESSAGES_PER_REQUEST = 1_000_000
"""The largest ``batch.num.messages`` that librdkafka accepts; it has the same effect as no limit."""

MessagesPerRequest = Literal["unlimited"] | Annotated[int, Field(ge=1, le=MAX_MESSAGES_PER_REQUEST)]

WITH_TRANSACTIONS = AppliesWhen("semantics", transactional_semantics())

WITH_CHOICE_OF_IDEMPOTENCE = AppliesWhen("semantics", semantics_with_choice_of_idempotence())


class KafkaClientSettings(ScenarioSettings):
    """The settings of clients and topics.

    The defaults are those of the published experiment. The exception is ``linger_ms``: its default is 5 ms,
    as in librdkafka and in Java since Kafka 4.0. ``acks``, ``idempotence``, ``min_insync_replicas`` and
    ``isolation_level`` follow from the semantics (in *reliable_ack* from the level), unless they are set.
    Sizes are bytes, times are milliseconds.
    """

    transaction_ms: Annotated[PositiveInt, WITH_TRANSACTIONS, Slug("tx{}ms")] = 100
    """The age of a transaction in ms. When a transaction has reached this age, it ends before the next
    message is sent, and this message begins another transaction. No effect if ``transaction_messages`` is
    set. No effect in *copy*, because each batch of a copier is a transaction."""
    transaction_messages: Annotated[PositiveInt | None, WITH_TRANSACTIONS, Slug("tx{}messages")] = None
    """The number of messages after which a transaction ends; None: a transaction ends at the age
    ``transaction_ms``."""
    abort_percent: Annotated[int, Field(ge=0, le=100), WITH_TRANSACTIONS, Slug("abort{}percent")] = 0
    """The percentage of transactions that the application aborts on purpose. The aborted transactions are
    spread evenly. With 50 it aborts the second transaction, the fourth, and so on. The messages of an aborted
    transaction are not sent again. No effect in *copy*."""
    end_timeout_ms: Annotated[
        int | None, Field(ge=100, le=300_000), WITH_TRANSACTIONS, Slug("end-timeout{}ms")
    ] = None
    """The time in ms after which the application stops waiting for the end of a transaction. In a cell with a
    fault, another producer with the same transactional id then replaces the producer; a cell without a fault
    fails. None: the application waits as long as the client waits. No effect in *copy*."""

    linger_ms: Annotated[float, Field(ge=0, le=900_000), Slug("linger{}ms")] = 5
    """The time in ms for which a producer waits for more messages before it sends a batch (``linger.ms``)."""
    batch_bytes: Annotated[int, Field(ge=1, le=2**31 - 1), Slug("batch{}B")] = 16_384
    """The maximum size of a batch in bytes (``batch.size``)."""
    messages_per_request: Annotated[MessagesPerRequest, Slug("{}-per-request")] = UNLIMITED
    """The maximum number of messages in a request. A request contains one batch of one partition.
    ``batch_bytes`` also limits the size of the batch."""
    compression: Annotated[Compression, Slug("compression-{}")] = Compression.NONE
    """The codec with which a producer compresses batches (``compression.type``)."""

    fetch_min_bytes: Annotated[int, Field(ge=1, le=10**8), Slug("fetch-min{}B")] = 1
    """The number of bytes for which a broker waits before it answers a consumer (``fetch.min.bytes``)."""
    fetch_wait_ms: Annotated[int, Field(ge=0, le=300_000), Slug("fetch-wait{}ms")] = 500
    """The maximum time in ms for which a broker waits for ``fetch_min_bytes`` (``fetch.max.wait.ms``)."""
    fetch_max_bytes: Annotated[int, Field(ge=1_000_000, le=2**31 - 513), Slug("fetch-max{}B")] = 52_428_800
    """The maximum size in bytes of an answer to a consumer (``fetch.max.bytes``)."""
    fetch_partition_bytes: Annotated[int, Field(ge=1024, le=10**9), Slug("fetch-partition{}B")] = 1_048_576
    """The maximum number of bytes of one partition in an answer (``max.partition.fetch.bytes``)."""

    request_counts: Annotated[bool, Slug("request-counts-{}")] = False
    """Whether the producer and receive-only consumers count their requests, and the messages and bytes in
    these requests. Counting is off by default, because it costs a histogram update for every message."""

    visibility_ms: Annotated[PositiveInt | None, Slug("visibility{}ms")] = None
    """The interval in ms at which an observer asks the brokers how far consumers can read. By default there
    is no observer, because its requests take CPU time of the brokers. No effect in *queue*."""

    acks: Annotated[Literal[0, 1, "all"] | None, Slug("acks-{}")] = None
    """The replicas that must have a message before it is acknowledged (``acks``): none, the leader, or all
    replicas in sync. None: the value that the semantics requires; in *reliable_ack*, the value that ``level``
    requires."""
    idempotence: Annotated[bool, WITH_CHOICE_OF_IDEMPOTENCE, Slug("idempotence-{}")] = False
    """Whether the producer is idempotent (``enable.idempotence``). Some semantics require one of the two
    values, and refuse the other."""
    min_insync_replicas: Annotated[int | None, Field(ge=1, le=9), Slug("min{}in-sync")] = None
    """The minimum number of replicas in sync for a message with ``acks: all`` to be accepted
    (``min.insync.replicas``). None: the value that the semantics requires; in *reliable_ack*, the value that
    ``level`` requires."""
    unclean_leader_election: Annotated[bool, Slug("unclean-{}")] = False
    """Whether a replica that is not in sync may become the leader (``unclean.leader.election.enable``)."""
    flush_messages: Annotated[PositiveInt | None, Slug("flush{}")] = None
    """The number of messages of a partition after which a broker flushes them to its disk
    (``flush.messages``). None: the default of the brokers, which leave it to the operating system."""
    isolation_level: Annotated[Isolation | None, Slug()] = None
    """Whether consumers also receive messages of aborted and of open transactions (``isolation.level``).
    None: the value that the semantics requires; in *reliable_ack*, the value that ``level`` requires."""
    request_timeout_ms: Annotated[int, Field(ge=100, le=300_000), Slug("request-timeout{}ms")] = 30_000
    """The maximum time in ms that a broker, and with Java also the client, waits for a request to complete
    (``request.timeout.ms``)."""
    socket_timeout_ms: Annotated[int | None, Field(ge=10, le=300_000), Slug("socket-timeout{}ms")] = None
    """The time in ms for which librdkafka's producer, or its member of a share group, waits for an answer
    before it closes a connection; None means its default, 60 s. For Java, ``request_timeout_ms`` has this
    role."""
    delivery_timeout_ms: Annotated[int | None, Field(ge=100, le=300_000), Slug("delivery-timeout{}ms")] = None
    """The time in ms after which a producer gives up a message that was not acknowledged; None: 120 s. With
    transactions, librdkafka accepts at most ``transaction_timeout_ms``. A larger value is reduced to this
    maximum."""
    transaction_timeout_ms: Annotated[
        int, Field(ge=1_000, le=900_000), WITH_TRANSACTIONS, Slug("transaction-timeout{}ms")
    ] = 60_000
    """The time in ms after which the brokers abort an open transaction (``transaction.timeout.ms``)."""
    auto_commit_ms: Annotated[PositiveInt, Slug("auto-commit{}ms")] = 5_000
    """The interval in ms at which a client commits offsets automatically (``auto.commit.interval.ms``)."""
    session_timeout_ms: Annotated[int, Field(ge=6_000, le=1_800_000), Slug("session{}ms")] = 45_000
    """The time in ms without a heartbeat after which a group evicts a member (``session.timeout.ms``)."""
    max_poll_interval_ms: Annotated[int | None, Field(ge=6_000, le=86_400_000), Slug("max-poll{}ms")] = None
    """The time in ms between two polls after which a consumer leaves its group (``max.poll.interval.ms``);
    None: 5 minutes."""

    @model_validator(mode="before")
    @classmethod
    def set_idempotence(cls, values: Any) -> Any:  # noqa: ANN401 - a validator gets any value
        """Set the idempotence that the semantics requires, unless the settings contain ``idempotence``."""
        if not isinstance(values, dict) or values.get("semantics") not in SEMANTICS:
            return values
        return {"idempotence": SEMANTICS[values["semantics"]].config.idempotence, **values}

    def refusals(self) -> Iterator[str]:
        """Refuse an ``idempotence`` that contradicts other settings, and an insufficient ``replication``.

        With fewer replicas than ``min_insync_replicas``, a topic accepts no message.
        """
        yield from super().refusals()
        config, default = self.traits.delivery.config, self.default_config
        if self.replication < config.min_insync_replicas:
            yield (
                f"replication: {self.replication} is below min_insync_replicas, which is "
                f"{config.min_insync_replicas}"
            )
        if self.idempotence != default.idempotence and not SEMANTICS[self.semantics].with_idempotence:
            state = "on" if default.idempotence else "off"
            choices = " or ".join(semantics_with_choice_of_idempotence())
            yield (
                f"idempotence: is always {state} with {self.semantics}; remove this setting, or use it with "
                f"{choices}"
            )
        if self.max_poll_interval_ms and self.max_poll_interval_ms < self.session_timeout_ms:
            yield (
                f"max_poll_interval_ms: {self.max_poll_interval_ms:,} is below session_timeout_ms, which is "
                f"{self.session_timeout_ms:,}; clients refuse that"
            )
        if config.idempotence and config.acks != "all":
            yield f"acks: {self.acks} needs a producer that is not idempotent; set acks to all"

    @property
    def promised_semantics(self) -> Semantics:
        """The semantics that the settings promise.

        With an idempotent producer, the settings may promise more than ``semantics``.
        """
        semantics = SEMANTICS[self.semantics]
        name = semantics.with_idempotence if self.idempotence else None
        return SEMANTICS[name] if name else semantics

    def make_traits(self) -> Traits:
        """Derive the traits from the semantics, and from settings that override the semantics."""
        traits, default, semantics = super().make_traits(), self.default_config, self.promised_semantics
        label = traits.naming.label if semantics.name == self.semantics else f"{self.semantics}, idempotent"
        config = replace(
            default,
            acks=default.acks if self.acks is None else str(self.acks),
            idempotence=self.idempotence,
            min_insync_replicas=self.min_insync_replicas or default.min_insync_replicas,
            isolation_level=self.isolation_level or default.isolation_level,
        )
        is_ended_by_age = default.transactional and self.transaction_messages is None
        return replace(
            traits,
            naming=replace(traits.naming, label=label, factors=("idempotence", *traits.naming.factors)),
            delivery=replace(
                traits.delivery,
                config=config,
                promises=semantics.excludes,
                transaction_ms=self.transaction_ms if is_ended_by_age else None,
                longest_transaction_seconds=self.transaction_timeout_ms / 1000
                if default.transactional
                else 0,
            ),
        )

    def messages_of_share(self, share: float) -> int:
        """The number of messages in a share of the cell's messages, at least 1."""
        return max(1, int(self.messages * share))

    @property
    def request_limit(self) -> int:
        """The maximum number of messages in a request; ``unlimited`` becomes the highest allowed number."""
        unlimited = self.messages_per_request == UNLIMITED
        return MAX_MESSAGES_PER_REQUEST if unlimited else int(self.messages_per_request)


CLIENT_SETTINGS = KafkaClientSettings.model_fields.keys() - ScenarioSettings.model_fields.keys()
"""The settings that only Kafka's clients and topics have."""


def kafka_settings(settings: ScenarioSettings) -> KafkaClientSettings:
    """Check that the scenario of the settings uses Kafka clients, and return the settings unchanged."""
    if not isinstance(settings, KafkaClientSettings):
        raise TypeError(f"the scenario {settings.scenario} has no settings of Kafka clients")
    return settings

"""The clients of a delivery cell: every librdkafka setting that matters, pinned.

librdkafka's defaults differ from the Java client's, and both change between releases. Where the published
experiment left a setting at Java's default of the time (3.4), that value stands here.
"""

from dataclasses import replace

from include.load_runtime.processing import Isolation, Processing
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.group_rebalance.settings import OwnershipSettings
from include.scenarios.semantics import PROMISES, Promise, Semantics

CONNECTION = {
    "socket.nagle.disable": "true",
    "socket.keepalive.enable": "false",
    "retry.backoff.ms": "100",
    "retry.backoff.max.ms": "1000",
    "reconnect.backoff.ms": "50",
    "reconnect.backoff.max.ms": "1000",
    "log_level": "6",  # says when a connection is lost
    # A producer asks for a topic that is just being deleted, and brokers that are somebody's may create it.
    "allow.auto.create.topics": "false",
}

PRODUCER = {
    "queue.buffering.max.kbytes": "1048576",  # never full: the program itself keeps to BUFFER_BYTES
    "queue.buffering.max.messages": "10000000",  # Java counts bytes only
    "message.timeout.ms": "120000",  # Java's delivery.timeout.ms
    "message.max.bytes": "1048576",  # Java's max.request.size
}

STATISTICS = {"statistics.interval.ms": "250"}
"""Has a client report how many requests it has sent, how many of them once more, and what they carried."""

BUFFER_BYTES = 33_554_432
"""Java's buffer.memory: what may wait for acknowledgement before sending blocks."""

CONSUMER = {
    # Java's default is `latest`; a message sent before the assignment would never be read.
    "auto.offset.reset": "earliest",
    "heartbeat.interval.ms": "3000",
    "max.poll.interval.ms": "300000",
    "partition.assignment.strategy": "range",
    "check.crcs": "true",
    # How much the library reads ahead, and how soon it goes on after it had read enough: its default is a
    # second, which would show up as latency.
    "queued.min.messages": "100000",
    "queued.max.messages.kbytes": "65536",
    "fetch.queue.backoff.ms": "10",
}


OF_THE_CLASSIC_PROTOCOL = (
    "partition.assignment.strategy",
    "heartbeat.interval.ms",
    "session.timeout.ms",
)
"""Settings that the client refuses with the consumer protocol, since the brokers decide on them there."""

KEYED = {
    "partitioner": "murmur2_random",  # a key goes to the same partition as from a Java client
}


def topic_settings(settings: DeliverySettings) -> dict[str, str]:
    """The cell's topic: its in-sync minimum is what tells at-least-once from exactly-once at the brokers."""
    return {
        "min.insync.replicas": str(settings.promise.min_insync_replicas),
        "unclean.leader.election.enable": _word(settings.unclean_leader_election),
        "compression.type": "producer",
    }


def producer_settings(settings: DeliverySettings, bootstrap: str, transactional_id: str) -> dict[str, str]:
    """The settings of the producer whose semantics is the cell's.

    ``transactional_id`` is used by transactional semantics only.
    """
    is_keyed = isinstance(settings, OwnershipSettings) and settings.keys
    return {
        **_producing(settings, settings.promise, bootstrap, transactional_id),
        **(KEYED if is_keyed else {}),
    }


def feeder_settings(settings: DeliverySettings, bootstrap: str) -> dict[str, str]:
    """The settings of a producer that isn't under test, and so is as safe as can be without transactions."""
    return _producing(settings, PROMISES[Semantics.IDEMPOTENT], bootstrap, "")


def consumer_settings(settings: DeliverySettings, bootstrap: str, group: str) -> dict[str, str]:
    """The settings of every consumer of the group."""
    return {
        "bootstrap.servers": bootstrap,
        **CONNECTION,
        **CONSUMER,
        "group.id": group,
        "isolation.level": settings.promise.isolation_level,
        "enable.auto.commit": _word(settings.processing in (Processing.RECEIVE_ONLY, Processing.AUTO_COMMIT)),
        "auto.commit.interval.ms": str(settings.auto_commit_ms),
        "session.timeout.ms": str(settings.session_timeout_ms),
        "enable.partition.eof": _word(settings.reads_to_the_end),
        "fetch.min.bytes": str(settings.fetch_min_bytes),
        "fetch.wait.max.ms": str(settings.fetch_wait_ms),
        "fetch.max.bytes": str(settings.fetch_max_bytes),
        "max.partition.fetch.bytes": str(settings.fetch_partition_bytes),
        **(STATISTICS if settings.request_counts else {}),
    }


def member_settings(settings: OwnershipSettings, bootstrap: str, group: str, name: str) -> dict[str, str]:
    """The settings of a member of a group whose ownership is looked at.

    Assignors put members in the order of their ids, which begin with their names.
    """
    own = {**consumer_settings(settings, bootstrap, group), "client.id": name}
    if settings.is_classic:
        return {
            **own,
            "partition.assignment.strategy": settings.assignor.value,
            "heartbeat.interval.ms": str(settings.heartbeat_ms),
        }
    return {
        **{key: value for key, value in own.items() if key not in OF_THE_CLASSIC_PROTOCOL},
        "group.protocol": "consumer",
        "group.remote.assignor": settings.remote_assignor.value,
    }


def copier_settings(settings: DeliverySettings, bootstrap: str, group: str) -> dict[str, str]:
    """The settings of a copier's consumer: of what it reads, it commits itself what it has copied."""
    return {**consumer_settings(settings, bootstrap, group), "enable.auto.commit": "false"}


def retransmitter_settings(settings: DeliverySettings, bootstrap: str) -> dict[str, str]:
    """The settings with which a monitor retransmits: as published, all replicas confirm, and nothing is
    tried again but by the monitor itself."""
    promise = replace(PROMISES[Semantics.AT_LEAST_ONCE], retries=0, idempotence=False)
    timeout = str(settings.request_timeout_ms)
    return {**_producing(settings, promise, bootstrap, ""), "message.timeout.ms": timeout}


def receipt_settings(settings: DeliverySettings, bootstrap: str, group: str) -> dict[str, str]:
    """The settings of who follows what a broker appends: all of it, and nothing is ever committed.

    Receipts may come a little later, so that they don't take the broker's time for a few at once.
    """
    return {
        **consumer_settings(settings, bootstrap, group),
        "fetch.min.bytes": "262144",
        "fetch.wait.max.ms": "100",
        "isolation.level": Isolation.READ_UNCOMMITTED.value,
        "enable.auto.commit": "false",
    }


def _producing(
    settings: DeliverySettings, promise: Promise, bootstrap: str, transactional_id: str
) -> dict[str, str]:
    pinned = {
        "bootstrap.servers": bootstrap,
        **CONNECTION,
        **PRODUCER,
        "request.timeout.ms": str(settings.request_timeout_ms),
        "acks": promise.acks,
        "retries": str(promise.retries),
        "max.in.flight.requests.per.connection": str(promise.max_in_flight),
        "enable.idempotence": _word(promise.idempotence),
        "linger.ms": f"{settings.linger_ms:g}",
        "batch.size": str(settings.batch_bytes),
        "batch.num.messages": str(settings.most_per_request),
        "compression.type": settings.compression.value,
    }
    if settings.is_broken or settings.request_counts:
        pinned |= STATISTICS
    if promise.transactional:
        pinned |= {
            "transactional.id": transactional_id,
            "transaction.timeout.ms": str(settings.transaction_timeout_ms),
            "message.timeout.ms": str(settings.transaction_timeout_ms),  # librdkafka allows no more
        }
    return pinned


def _word(value: bool) -> str:
    return str(value).lower()

"""Read the limits of a user's own brokers and topic, by which client settings are judged.

Client quotas are not read: no release of confluent-kafka up to 2.16 has a call for them.
"""

import json
from collections.abc import Mapping
from dataclasses import replace

from confluent_kafka import KafkaError, KafkaException
from confluent_kafka.admin import AdminClient, ConfigResource  # type: ignore[attr-defined]

from include.clusters.external.connection import read_connection
from include.clusters.external.connection_probe import TIMEOUT_SECONDS, ConnectionProbe
from include.machine import settings
from include.machine.errors import PlatformError
from include.plan.judging.deployment import REPLICAS, BrokerLimits, Deployment

SESSIONS = ("group.min.session.timeout.ms", "group.max.session.timeout.ms")
TRANSACTIONS, BATCHES = "transaction.max.timeout.ms", "message.max.bytes"
BATCHES_OF_TOPIC, IN_SYNC = "max.message.bytes", "min.insync.replicas"

NO_PERMISSION = (KafkaError.CLUSTER_AUTHORIZATION_FAILED, KafkaError.TOPIC_AUTHORIZATION_FAILED)

Values = Mapping[str, int]


def extra_of_variable(name: str) -> Mapping[str, object]:
    """The extra field of an Airflow connection that an environment variable describes.

    Raises:
        PlatformError: There is no such variable, or it is not JSON. The message contains no part of it.
    """
    variable = settings.connection_variable(name)
    right = f'{variable.name}=\'{{"conn_type": "kafka", "extra": {{"bootstrap.servers": …}}}}\''
    if not variable.is_set:
        raise PlatformError(
            f"connection {name}: {variable.name} is not set, and before a run begins, connections are read "
            f"from variables alone; right is {right}"
        )
    try:
        extra = json.loads(variable.read())["extra"]
        extra = json.loads(extra) if isinstance(extra, str) else extra
    except (ValueError, KeyError, TypeError):
        extra = None
    if not isinstance(extra, dict):
        raise PlatformError(
            f"connection {name}: {variable.name} has no extra field in JSON; right is {right}"
        )
    return extra


def with_limits(name: str, topic: str, deployment: Deployment) -> Deployment:
    """The deployment, with the limits of a cluster and, if one is named, of a topic.

    The ``min.insync.replicas`` of the topic counts where the user has given none.

    Args:
        name: The Airflow connection to the cluster, which an environment variable describes.
        topic: The name of the topic; may be empty.
        deployment: What is known already.

    Raises:
        PlatformError: The cluster cannot be reached, or does not have the topic.
    """
    probe = ConnectionProbe(read_connection(name, extra_of_variable(name)).access)
    probe.describe()
    of_brokers = _of_brokers(name, probe.client)
    of_topic = _values(name, probe.client, ConfigResource(ConfigResource.Type.TOPIC, topic)) if topic else {}
    in_sync = (of_topic or {}).get(IN_SYNC)
    given = deployment.given_min_insync_replicas
    return replace(
        deployment,
        given_min_insync_replicas=given or (min(in_sync, REPLICAS) if in_sync else None),
        limits=_limits(name, deployment.limits, of_brokers, of_topic),
    )


def _limits(
    name: str, default: BrokerLimits, of_brokers: Values | None, of_topic: Values | None
) -> BrokerLimits:
    """The limits that were read. Where the cluster shows none, they are the default ones."""
    shown = of_brokers or {}
    limits = replace(
        default,
        transaction_max_timeout_ms=shown.get(TRANSACTIONS, default.transaction_max_timeout_ms),
        group_min_session_timeout_ms=shown.get(SESSIONS[0], default.group_min_session_timeout_ms),
        group_max_session_timeout_ms=shown.get(SESSIONS[1], default.group_max_session_timeout_ms),
        max_message_bytes=(of_topic or {}).get(
            BATCHES_OF_TOPIC, shown.get(BATCHES, default.max_message_bytes)
        ),
        is_of_topic=BATCHES_OF_TOPIC in (of_topic or {}),
    )
    missing = [what for what, values in (("brokers", of_brokers), ("topic", of_topic)) if values is None]
    note = (
        f"The limits of the {' and the '.join(missing)} of {name} are not known, because its user may not "
        f"describe configurations: {default.owner} are judged."
        if missing
        else f"The limits of brokers were read from {name}. Client quotas were not read: the client library "
        "has no call for them."
    )
    if of_brokers:
        limits = replace(limits, owner=f"the limits of the brokers of {name}", is_of_cluster=True)
    return replace(limits, note=note)


def _of_brokers(name: str, client: AdminClient) -> Values | None:
    """The strictest of the brokers' values: a client may have to do with each of them."""
    found: dict[str, list[int]] = {}
    for broker in client.list_topics(timeout=TIMEOUT_SECONDS).brokers:
        values = _values(name, client, ConfigResource(ConfigResource.Type.BROKER, str(broker)))
        if values is None:
            return None
        for setting, value in values.items():
            found.setdefault(setting, []).append(value)
    return {name: max(values) if name == SESSIONS[0] else min(values) for name, values in found.items()}


def _values(name: str, client: AdminClient, resource: ConfigResource) -> Values | None:
    """The limits among the settings of a broker or topic; None if the user may not see them."""
    try:
        answer = client.describe_configs([resource], request_timeout=TIMEOUT_SECONDS)[resource].result()
    except KafkaException as error:
        code = error.args[0].code()
        if code in NO_PERMISSION:
            return None
        if code == KafkaError.UNKNOWN_TOPIC_OR_PART:
            raise PlatformError(
                f"--topic: the cluster of {name} does not have the topic {resource.name}, or does not show "
                "it to this user"
            ) from None
        raise PlatformError(f"connection {name}: {error.args[0].str()}") from None
    names = (TRANSACTIONS, *SESSIONS, BATCHES, BATCHES_OF_TOPIC, IN_SYNC)
    return {
        setting: int(answer[setting].value)
        for setting in names
        if setting in answer and str(answer[setting].value).isdigit()
    }

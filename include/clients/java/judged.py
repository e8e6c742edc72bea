"""The effect of settings in Kafka's Java client, which has defaults that depend on the release.

Source: https://kafka.apache.org/documentation/#producerconfigs, KIP-679, and
https://kafka.apache.org/30/getting-started/upgrade for KAFKA-13598.
"""

from include.clients.java.settings import FIRST_SAFE_BY_DEFAULT
from include.load.client_choice import ClientChoice
from include.machine.releases.versions import Version, feature_of
from include.plan.judging.judged_client import JudgedClient
from include.plan.judging.role_settings import RoleSettings
from include.plan.judging.values_by_kafka_name import is_given, seconds_text, value_of

FEATURES_WITH_DEFECT: tuple[Version, ...] = ((3, 0), (3, 1))
"""The feature releases whose first release, such as 3.0.0, does not apply the default of
``enable.idempotence``."""

NAME_THE_RELEASE = "To judge the defaults of another release, name the release, such as --client java-2.8."


def is_idempotent_by_default(client: ClientChoice) -> bool:
    """Whether ``enable.idempotence`` is true in this client, if no other setting turns it off."""
    return client.release is not None and feature_of(client.release) >= FIRST_SAFE_BY_DEFAULT


def doubt_of_default_idempotence(client: ClientChoice) -> str:
    """A warning about the defective default of ``enable.idempotence``; empty except for 3.0.x and 3.1.x."""
    major, minor = feature_of(client.release or "")
    if (major, minor) not in FEATURES_WITH_DEFECT:
        return ""
    return (
        f"This value is a default. Because of a defect (KAFKA-13598), the release {major}.{minor}.0 does not "
        "apply the default: with this release, set enable.idempotence=true."
    )


def default_delivery_timeout_ms(producer: RoleSettings) -> int:
    """The default of ``delivery.timeout.ms``.

    The default is at least the sum of ``linger.ms`` and ``request.timeout.ms``.
    """
    default = int(value_of(producer.effective, "delivery.timeout.ms"))
    return max(default, _time_of_request_ms(producer))


def refused_timeout(client: ClientChoice, producer: RoleSettings) -> str | None:
    """The reason why the client refuses ``delivery.timeout.ms``; None if it accepts the value."""
    if not is_given(producer, "delivery.timeout.ms"):
        return None
    timeout, least = int(value_of(producer.effective, "delivery.timeout.ms")), _time_of_request_ms(producer)
    if timeout >= least:
        return None
    return (
        f"{producer.file}: delivery.timeout.ms: {timeout} is below {least}, the sum of linger.ms and "
        f"request.timeout.ms, and {client} refuses this; raise delivery.timeout.ms, or lower "
        "request.timeout.ms"
    )


def _time_of_request_ms(producer: RoleSettings) -> int:
    request = int(value_of(producer.effective, "request.timeout.ms"))
    return request + int(float(value_of(producer.effective, "linger.ms")))


JUDGED = JudgedClient(
    error_channel="the callback or the Future of send",
    auto_commit=(
        "It contradicts “no loss” unless all messages of a poll are processed before the next poll: a poll "
        "commits the messages that earlier polls returned. If the application has threads "
        "of its own, enable.auto.commit=false and a commit after the processing keep the promise."
    ),
    moment_of_auto_commit=lambda interval_ms: (
        f"In the first poll after {seconds_text(interval_ms)} (auto.commit.interval.ms), and when it closes "
        "or loses partitions, the client commits the messages that earlier polls returned."
    ),
    default_delivery_timeout_ms=default_delivery_timeout_ms,
    is_endless_with_0=False,
    refused_timeout=refused_timeout,
    is_idempotent_by_default=is_idempotent_by_default,
    default_of_acks=(
        f"This is the default since Kafka 3.0; in older releases, the default is acks=1. {NAME_THE_RELEASE}"
    ),
    default_of_idempotence=(
        "This is the default since Kafka 3.0; in older releases, the default is false. Because of a defect "
        f"(KAFKA-13598), the releases 3.0.0 and 3.1.0 do not apply the new default. {NAME_THE_RELEASE}"
    ),
    doubt_of_default_idempotence=doubt_of_default_idempotence,
)

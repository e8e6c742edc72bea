"""What brokers refuse, by the limits of the user's own brokers or by the defaults.

Source: https://kafka.apache.org/documentation/#brokerconfigs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from include.plan.judging.deployment import BrokerLimits
from include.plan.judging.promise import JudgedPromise
from include.plan.judging.role_settings import RoleSettings
from include.plan.judging.values_by_kafka_name import is_given, value_of


@dataclass(frozen=True)
class _Range:
    """The values of a client's setting that brokers accept."""

    setting: str
    least: int
    most: int
    broker_settings: str
    """The settings of the brokers that have the limits."""
    effect: str
    """What happens to a client with another value, as the end of a sentence."""


def refused_by_brokers(promise: JudgedPromise) -> Iterator[str]:
    """Yield a problem for each setting, given or a default of the client, that the brokers refuse."""
    limits = promise.deployment.limits
    if promise.is_transactional:
        yield from _outside(_transaction(limits), promise.producer, limits)
    if value_of(promise.consumer.effective, "group.protocol") != "consumer":
        yield from _outside(_session(limits), promise.consumer, limits)


def _transaction(limits: BrokerLimits) -> _Range:
    return _Range(
        "transaction.timeout.ms",
        1,
        limits.transaction_max_timeout_ms,
        "transaction.max.timeout.ms",
        "brokers refuse the producer's transactional.id, so that it never starts",
    )


def _session(limits: BrokerLimits) -> _Range:
    return _Range(
        "session.timeout.ms",
        limits.group_min_session_timeout_ms,
        limits.group_max_session_timeout_ms,
        "group.min.session.timeout.ms and group.max.session.timeout.ms",
        "brokers refuse the consumer, so that it never joins its group",
    )


def _outside(accepted: _Range, role: RoleSettings, limits: BrokerLimits) -> Iterator[str]:
    text = value_of(role.effective, accepted.setting)
    if not role.file or accepted.least <= int(text) <= accepted.most:
        return
    default = "" if is_given(role, accepted.setting) else " (the client's default)"
    other = (
        ""
        if limits.is_of_cluster
        else "; if your brokers have other limits, name their connection with --limits-from"
    )
    yield (
        f"{role.position(accepted.setting)}: {accepted.setting}: {text}{default} is not between "
        f"{accepted.least:,} and {accepted.most:,}, {limits.owner} ({accepted.broker_settings}): "
        f"{accepted.effect}. Use a value between them{other}"
    )

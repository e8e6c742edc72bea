"""What brokers refuse, with the defaults of their limits.

Source: https://kafka.apache.org/documentation/#brokerconfigs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from include.plan.judging.promise import JudgedPromise
from include.plan.judging.role_settings import RoleSettings
from include.plan.judging.values_by_kafka_name import is_given, value_of


@dataclass(frozen=True)
class BrokerLimit:
    """A limit of brokers for the value of a client's setting."""

    setting: str
    least: int
    most: int
    broker_settings: str
    """The settings of the brokers that have the limit."""
    effect: str
    """What happens to a client with another value, as the end of a sentence."""


TRANSACTION = BrokerLimit(
    "transaction.timeout.ms",
    1,
    900_000,
    "transaction.max.timeout.ms",
    "brokers refuse the producer's transactional.id, so that it never starts",
)

SESSION = BrokerLimit(
    "session.timeout.ms",
    6_000,
    1_800_000,
    "group.min.session.timeout.ms and group.max.session.timeout.ms",
    "brokers refuse the consumer, so that it never joins its group",
)


def refused_by_brokers(promise: JudgedPromise) -> Iterator[str]:
    """Yield a problem for each setting that brokers with Kafka's defaults refuse."""
    if promise.is_transactional:
        yield from _outside(TRANSACTION, promise.producer)
    if value_of(promise.consumer.effective, "group.protocol") != "consumer":
        yield from _outside(SESSION, promise.consumer)


def _outside(limit: BrokerLimit, role: RoleSettings) -> Iterator[str]:
    text = value_of(role.effective, limit.setting)
    if not is_given(role, limit.setting) or limit.least <= int(text) <= limit.most:
        return
    yield (
        f"{role.position(limit.setting)}: {limit.setting}: {text} is not between {limit.least:,} and "
        f"{limit.most:,}, the default limits of brokers ({limit.broker_settings}): {limit.effect}. Use a "
        "value between them; if your brokers have other limits, leave the setting out here to judge the "
        "others"
    )

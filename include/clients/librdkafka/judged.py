"""The effect of settings in librdkafka. Source: its CONFIGURATION.md."""

from include.plan.judging.judged_client import JudgedClient
from include.plan.judging.role_settings import RoleSettings
from include.plan.judging.values_by_kafka_name import is_given, value_of


def default_delivery_timeout_ms(producer: RoleSettings) -> int:
    """The default of ``delivery.timeout.ms``; with transactions, the value of ``transaction.timeout.ms``."""
    name = "transaction.timeout.ms" if is_given(producer, "transactional.id") else "delivery.timeout.ms"
    return int(value_of(producer.effective, name))


JUDGED = JudgedClient(
    error_channel="the delivery report (the callback of produce)",
    auto_commit=(
        "It contradicts “no loss”: a thread of the client commits the messages that the application has "
        "received, whether they are processed or not. Messages are lost if the consumer fails after the "
        "commit and before the processing. Two ways keep the promise: enable.auto.commit=false and a commit "
        "after the processing, or enable.auto.offset.store=false and storing offsets after the processing."
    ),
    moment_of_auto_commit=(
        "Every {interval} (auto.commit.interval.ms), and when it closes or loses partitions, the client "
        "commits the messages that the application has received."
    ),
    doubt_of_idempotence=(
        "Two events together can break the promise. The connection to one broker breaks, so that the answer "
        "to a message is lost. Meanwhile another broker refuses a request, so that the request must be sent "
        "again, and this other broker also gets the request that follows. librdkafka 2.16 then writes the "
        "message whose answer was lost a second time (its issue 4953), without an error. Remedies are "
        "consumers that recognise duplicates, Kafka's Java client, or "
        "max.in.flight.requests.per.connection=1."
    ),
    default_delivery_timeout_ms=default_delivery_timeout_ms,
    is_endless_with_0=True,
)

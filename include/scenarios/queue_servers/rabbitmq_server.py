"""RabbitMQ: messages are published without or with confirms, and consumed with acknowledgements."""

from include.scenarios.queue_servers.registry import Durability, QueueServerRecord, System

RECORD = QueueServerRecord(
    name="rabbitmq-server",
    client_packages=("amqp",),
    systems=(
        System("rabbitmq", Durability.UNKNOWN, semantics="at-most-once"),
        System("rabbitmq-confirmed", Durability.DISK),
    ),
)

"""The record of the queue server RabbitMQ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from include.scenarios.queue.systems import Durability, QueueServer, System

if TYPE_CHECKING:
    from include.scenarios.queue.programs.consumer import QueueConsumer
    from include.scenarios.queue.programs.producer import QueueProducer
    from include.scenarios.queue.server_start import ServerKind


class RabbitMqServer(QueueServer):
    """RabbitMQ: messages are published without or with confirms, and consumed with acknowledgements."""

    name = "rabbitmq-server"
    client_packages = ("amqp",)
    systems = (
        System("rabbitmq", Durability.UNKNOWN, semantics="at-most-once"),
        System("rabbitmq-confirmed", Durability.DISK),
    )

    def kind(self) -> ServerKind:
        from include.scenarios.queue.servers.rabbitmq_server.start import KIND

        return KIND

    def producers(self) -> Mapping[str, type[QueueProducer]]:
        from include.scenarios.queue.servers.rabbitmq_server.producer import PRODUCERS

        return PRODUCERS

    def consumers(self) -> Mapping[str, type[QueueConsumer]]:
        from include.scenarios.queue.servers.rabbitmq_server.consumer import CONSUMERS

        return CONSUMERS


RECORD = RabbitMqServer()

"""What a cell's messages can be queued in: Kafka, and the systems that it is set beside."""

from enum import StrEnum


class Server(StrEnum):
    """A queue server that Kafka is compared with, by the name of its Debian package."""

    REDIS = "redis-server"
    RABBITMQ = "rabbitmq-server"


class System(StrEnum):
    """A server, and how it is used as a queue."""

    KAFKA = "kafka"
    REDIS_LIST = "redis-list"
    """Pushed at one end of a list, popped from the other."""
    REDIS_STREAM = "redis-stream"
    """Added to a stream, read and acknowledged by a consumer group."""
    RABBITMQ = "rabbitmq"
    """Published without confirms, consumed with acknowledgements."""
    RABBITMQ_CONFIRMED = "rabbitmq-confirmed"
    """Published with confirms, consumed with acknowledgements."""

    @property
    def server(self) -> Server | None:
        """The server that must run for it; None: the brokers of a Kafka cluster."""
        return SERVERS.get(self)


SERVERS: dict[System, Server] = {
    System.REDIS_LIST: Server.REDIS,
    System.REDIS_STREAM: Server.REDIS,
    System.RABBITMQ: Server.RABBITMQ,
    System.RABBITMQ_CONFIRMED: Server.RABBITMQ,
}

"""The scenario *queue*: fill a queue and then empty it, on Kafka, Redis or RabbitMQ."""

from include.scenarios.queue.settings import QueueSettings
from include.scenarios.registry import Scenario

RECORD = Scenario("queue", QueueSettings, sections=("queue",))

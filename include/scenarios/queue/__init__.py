"""The scenario *queue*: fill a queue and then empty it, on Kafka, Redis or RabbitMQ."""

from include.scenarios.queue.settings import QueueSettings
from include.scenarios.scenario import Scenario

RECORD = Scenario("queue", QueueSettings, sections=("queue",))

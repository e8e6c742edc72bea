"""Fill a queue, then empty it: Kafka beside systems that are queues."""

from include.scenarios.queue.settings import QueueSettings
from include.scenarios.scenario import Scenario

RECORD = Scenario("queue", QueueSettings, sections=("queue",))

"""The scenario *delivery*: a producer sends to a topic that consumers read: the published experiment."""

from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.registry import Scenario

RECORD = Scenario("delivery", DeliverySettings, sections=("batching",))

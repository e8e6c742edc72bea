"""Producer to topic to consumer: the published experiment, with every setting of it open."""

from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.scenario import Scenario

RECORD = Scenario("delivery", DeliverySettings)

"""The settings of a delivery cell."""

from typing import Literal

from include.scenarios.processing_settings import ProcessingSettings


class DeliverySettings(ProcessingSettings):
    """A producer sends to a topic that the consumers of one group read."""

    scenario: Literal["delivery"] = "delivery"

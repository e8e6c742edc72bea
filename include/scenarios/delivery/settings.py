"""The settings of a delivery cell."""

from typing import Literal

from include.scenarios.processing_settings import ProcessingSettings


class DeliverySettings(ProcessingSettings):
    """The settings of a producer, a topic, and the consumers of one group."""

    scenario: Literal["delivery"] = "delivery"

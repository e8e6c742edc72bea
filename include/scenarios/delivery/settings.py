"""The settings of a delivery cell."""

from typing import Literal

from include.scenarios.processing_settings import ProcessingSettings


class DeliverySettings(ProcessingSettings):
    """The settings of a producer, a topic, and the consumers of one group."""

    scenario: Literal["delivery"] = "delivery"

    def refusal_of_capacity(self) -> str | None:
        """Refuse whatever makes consumers do something else than receive while messages are sent."""
        if not self.consumers_only_receive:
            return f"with processing: {self.processing}"
        if self.faults:
            return f"with fault: {self.fault}"
        return "with backlog: on" if self.backlog else None

"""Every scenario there is, by name."""

from include.scenarios.delivery import DeliverySettings

SCENARIOS: dict[str, type[DeliverySettings]] = {"delivery": DeliverySettings}

AnySettings = DeliverySettings
"""The union of all scenarios' settings, told apart by their ``scenario`` field."""

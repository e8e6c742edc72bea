"""Every scenario there is, by name."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from include.scenarios.copy.settings import CopySettings
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.group_rebalance.settings import OwnershipSettings
from include.scenarios.queue.settings import QueueSettings
from include.scenarios.reliable_ack.settings import RackSettings

SCENARIOS: dict[str, type[DeliverySettings]] = {
    "delivery": DeliverySettings,
    "copy": CopySettings,
    "ownership": OwnershipSettings,
    "queue": QueueSettings,
    "rack": RackSettings,
}

AnySettings = Annotated[
    DeliverySettings | CopySettings | OwnershipSettings | QueueSettings | RackSettings,
    Field(discriminator="scenario"),
]
"""The union of all scenarios' settings, told apart by their ``scenario`` field."""


def settings_of(values: Mapping[str, Any]) -> AnySettings:
    """The settings that a manifest or a plan holds; what wasn't a setting yet has its default.

    Raises:
        pydantic.ValidationError: they aren't any scenario's.
    """
    return SCENARIOS[values.get("scenario", "delivery")].model_validate(dict(values))

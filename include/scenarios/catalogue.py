"""Every scenario there is, by name."""

from typing import Annotated

from pydantic import Field

from include.scenarios.copy import CopySettings
from include.scenarios.delivery import DeliverySettings

SCENARIOS: dict[str, type[DeliverySettings]] = {"delivery": DeliverySettings, "copy": CopySettings}

AnySettings = Annotated[DeliverySettings | CopySettings, Field(discriminator="scenario")]
"""The union of all scenarios' settings, told apart by their ``scenario`` field."""

"""Every scenario, by its name."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, SerializeAsAny

from include.registry import Registry
from include.scenarios.scenario import Scenario
from include.scenarios.scenario_settings import ScenarioSettings

SCENARIOS = Registry(
    "scenario",
    Scenario,
    "include.scenarios",
    [
        "delivery",
        "copy",
        "group_rebalance",
        "queue",
        "reliable_ack",
    ],
)


def settings_of(values: Mapping[str, Any]) -> ScenarioSettings:
    """The settings that a manifest or a plan contains.

    A setting that is missing has its default.

    Raises:
        pydantic.ValidationError: The scenario refuses a setting or its value.
    """
    scenario = SCENARIOS[values.get("scenario", "delivery")]
    return scenario.settings.model_validate({**values, "scenario": scenario.name})


def _read(value: object) -> object:
    return settings_of(value) if isinstance(value, Mapping) else value


AnySettings = SerializeAsAny[Annotated[ScenarioSettings, BeforeValidator(_read)]]
"""The settings of any scenario; their value of ``scenario`` decides which."""

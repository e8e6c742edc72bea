"""The settings of any scenario, as they are read from a manifest or a plan."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, SerializeAsAny

from include.kinds.scenario import DEFAULT_SCENARIO, SCENARIOS
from include.settings.cell import ScenarioSettings


def settings_of(values: Mapping[str, Any]) -> ScenarioSettings:
    """The settings in a manifest or a plan. A missing setting has its default."""
    scenario = SCENARIOS[values.get("scenario", DEFAULT_SCENARIO)]
    model: type[ScenarioSettings] = scenario.settings
    return model.model_validate({**values, "scenario": scenario.name})


def _read(value: object) -> object:
    return settings_of(value) if isinstance(value, Mapping) else value


AnySettings = SerializeAsAny[Annotated[ScenarioSettings, BeforeValidator(_read)]]

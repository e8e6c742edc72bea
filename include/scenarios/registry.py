"""Every scenario, by name."""

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
    aliases={"ownership": "group_rebalance", "rack": "reliable_ack"},
)


def settings_of(values: Mapping[str, Any]) -> ScenarioSettings:
    """The settings that a manifest or a plan holds.

    A setting that did not exist yet has its default; one that the scenario no longer has is left out.

    Raises:
        UnknownNameError: there is no such scenario.
        pydantic.ValidationError: the values are not the scenario's.
    """
    scenario = SCENARIOS[values.get("scenario", "delivery")]
    known = {name: value for name, value in values.items() if name in scenario.settings.model_fields}
    return scenario.settings.model_validate({**known, "scenario": scenario.name})


def _read(value: object) -> object:
    return settings_of(value) if isinstance(value, Mapping) else value


AnySettings = SerializeAsAny[Annotated[ScenarioSettings, BeforeValidator(_read)]]
"""The settings of any scenario, told apart by their ``scenario``."""

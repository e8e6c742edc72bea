"""The record of a scenario, and every scenario by its name."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, SerializeAsAny

from include.registry import Registry
from include.scenarios.scenario_settings import ScenarioSettings


@dataclass(frozen=True)
class Scenario:
    """A scenario, which decides what happens in a cell.

    The record contains only the names of violations and sections. Later stages look up these names in their
    own registries, so that planning does not import violations or sections. The rest of a scenario is in
    other modules: its workload in ``include.cells.scenarios.<name>``, its own metrics, if any, in
    ``include.spark_jobs.scenarios.<name>``, and its own report sections, if any, in
    ``include.report.sections.<section>``.
    """

    name: str
    settings: type[ScenarioSettings]
    promises: frozenset[str] = frozenset()
    """The metrics of the violations that the scenario excludes, in addition to those that the semantics
    excludes."""
    sections: tuple[str, ...] = ()
    """The report sections that only this scenario has."""


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
    """The settings in a manifest or a plan. A missing setting has its default."""
    scenario = SCENARIOS[values.get("scenario", "delivery")]
    return scenario.settings.model_validate({**values, "scenario": scenario.name})


def _read(value: object) -> object:
    return settings_of(value) if isinstance(value, Mapping) else value


AnySettings = SerializeAsAny[Annotated[ScenarioSettings, BeforeValidator(_read)]]

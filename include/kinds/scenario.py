"""The record of a scenario, and every scenario by its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from include.kinds.registry import Registry

if TYPE_CHECKING:
    from include.settings.cell import ScenarioSettings


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

DEFAULT_SCENARIO = next(iter(SCENARIOS))

"""The scenario *group rebalance*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.scenario import Scenario
from include.scenarios.group_rebalance.settings import GroupRebalanceSettings

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf
    from include.report.sections.section import SectionRecord
    from include.spark_jobs.tables.schemas import ScenarioMeasures


class GroupRebalanceScenario(Scenario[GroupRebalanceSettings]):
    """Members join and leave a consumer group while messages are sent."""

    name = "group_rebalance"
    settings = GroupRebalanceSettings

    def workload(self) -> WorkloadOf[GroupRebalanceSettings]:
        from include.scenarios.group_rebalance.workload import GroupRebalanceWorkload

        return GroupRebalanceWorkload

    def measures(self) -> ScenarioMeasures:
        from include.scenarios.group_rebalance.measures import MEASURES

        return MEASURES

    def sections(self) -> list[SectionRecord]:
        from include.scenarios.group_rebalance.report.section import SECTION

        return [SECTION]


RECORD = GroupRebalanceScenario()

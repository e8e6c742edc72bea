"""The scenario *share group*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.scenario import Scenario
from include.scenarios.share_group.settings import ShareGroupSettings

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf
    from include.report.sections.section import SectionRecord
    from include.spark_jobs.tables.schemas import ScenarioMeasures


class ShareGroupScenario(Scenario[ShareGroupSettings]):
    """The members of a share group share the messages of a topic, and acknowledge each of them."""

    name = "share_group"
    settings = ShareGroupSettings

    def workload(self) -> WorkloadOf[ShareGroupSettings]:
        from include.scenarios.share_group.workload import ShareGroupWorkload

        return ShareGroupWorkload

    def measures(self) -> ScenarioMeasures:
        from include.scenarios.share_group.measures import MEASURES

        return MEASURES

    def sections(self) -> list[SectionRecord]:
        from include.scenarios.share_group.report import SECTION

        return [SECTION]


RECORD = ShareGroupScenario()

"""The scenario *reliable ack*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.scenario import Scenario
from include.scenarios.reliable_ack.settings import ReliableAckSettings

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf
    from include.report.sections.section import SectionRecord
    from include.spark_jobs.tables.schemas import ScenarioMeasures


class ReliableAckScenario(Scenario[ReliableAckSettings]):
    """A producer, with or without a monitor, sends over a network that loses packets."""

    name = "reliable_ack"
    settings = ReliableAckSettings

    def workload(self) -> WorkloadOf[ReliableAckSettings]:
        from include.scenarios.reliable_ack.workload import ReliableAckWorkload

        return ReliableAckWorkload

    def measures(self) -> ScenarioMeasures:
        from include.scenarios.reliable_ack.measures import MEASURES

        return MEASURES

    def sections(self) -> list[SectionRecord]:
        from include.scenarios.reliable_ack.report.section import SECTION

        return [SECTION]


RECORD = ReliableAckScenario()

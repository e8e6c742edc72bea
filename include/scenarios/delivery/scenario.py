"""The scenario *delivery*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.scenario import Scenario
from include.scenarios.delivery.settings import DeliverySettings

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf
    from include.report.sections.section import SectionRecord


class DeliveryScenario(Scenario[DeliverySettings]):
    """Producers send to a topic that the consumers of one group read."""

    name = "delivery"
    settings = DeliverySettings

    def workload(self) -> WorkloadOf[DeliverySettings]:
        from include.scenarios.delivery.workload import DeliveryWorkload

        return DeliveryWorkload

    def sections(self) -> list[SectionRecord]:
        from include.scenarios.delivery.report.section import SECTION

        return [SECTION]


RECORD = DeliveryScenario()

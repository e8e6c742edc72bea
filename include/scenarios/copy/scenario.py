"""The scenario *copy*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.scenario import Scenario
from include.scenarios.copy.settings import CopySettings

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf


class CopyScenario(Scenario[CopySettings]):
    """Copiers read one topic, transform messages, and write to another topic."""

    name = "copy"
    settings = CopySettings

    def workload(self) -> WorkloadOf[CopySettings]:
        from include.scenarios.copy.workload import CopyWorkload

        return CopyWorkload


RECORD = CopyScenario()

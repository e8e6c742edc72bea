"""The scenario *queue*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.scenario import Scenario
from include.scenarios.queue.settings import QueueSettings
from include.scenarios.queue.systems import QUEUE_SERVERS

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf
    from include.clusters.backend import ServerBackend
    from include.report.sections.section import SectionRecord


class QueueScenario(Scenario[QueueSettings]):
    """A queue is filled and then emptied, on Kafka or another server."""

    name = "queue"
    settings = QueueSettings

    def workload(self) -> WorkloadOf[QueueSettings]:
        from include.scenarios.queue.workload import workload_of

        return workload_of

    def sections(self) -> list[SectionRecord]:
        from include.scenarios.queue.report.section import SECTION

        return [SECTION]

    def servers(self) -> dict[str, ServerBackend]:
        from include.scenarios.queue.server_start import backend_of

        return {name: backend_of(server) for name, server in QUEUE_SERVERS.items()}


RECORD = QueueScenario()

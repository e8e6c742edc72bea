"""The scenario *request reply*."""

from __future__ import annotations

from typing import TYPE_CHECKING

from include.kinds.scenario import Scenario
from include.scenarios.request_reply.settings import RequestReplySettings

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf
    from include.report.sections.section import SectionRecord
    from include.spark_jobs.tables.schemas import ScenarioMeasures


class RequestReplyScenario(Scenario[RequestReplySettings]):
    """A producer sends requests to one topic, responders reply to each of them on another topic."""

    name = "request_reply"
    settings = RequestReplySettings
    promises = frozenset({"unanswered"})

    def workload(self) -> WorkloadOf[RequestReplySettings]:
        from include.scenarios.request_reply.workload import RequestReplyWorkload

        return RequestReplyWorkload

    def measures(self) -> ScenarioMeasures:
        from include.scenarios.request_reply.measures import MEASURES

        return MEASURES

    def sections(self) -> list[SectionRecord]:
        from include.scenarios.request_reply.report import SECTION

        return [SECTION]


RECORD = RequestReplyScenario()

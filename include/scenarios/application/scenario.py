"""The scenario *application*."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from include.kinds.scenario import Scenario
from include.scenarios.application.settings import ApplicationSettings

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf
    from include.report.sections.section import SectionRecord
    from include.spark_jobs.tables.schemas import ScenarioMeasures


class ApplicationScenario(Scenario[ApplicationSettings]):
    """An application of the user reads one topic and writes another, and dies."""

    name = "application"
    settings = ApplicationSettings

    def workload(self) -> WorkloadOf[ApplicationSettings]:
        from include.scenarios.application.workload import ApplicationWorkload

        return ApplicationWorkload

    def sections(self) -> list[SectionRecord]:
        from include.scenarios.application.report import SECTION

        return [SECTION]

    def measures(self) -> ScenarioMeasures:
        from include.scenarios.application.measures import MEASURES

        return MEASURES

    def check(self, settings: ApplicationSettings) -> None:
        settings.check_file()
        settings.check_variables()

    def clean_up(self, folder: Path) -> None:
        from include.scenarios.application.leftovers import clean_up

        clean_up(folder)

    def prepare(self, settings: ApplicationSettings, say: Callable[[str], None]) -> None:
        from include.scenarios.application.preparation import prepare

        prepare(settings, say)


RECORD = ApplicationScenario()

"""What a scenario consists of, and every scenario by its name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from include.kinds.registry import Registry

if TYPE_CHECKING:
    from include.cells.scenario_workload import WorkloadOf
    from include.clusters.backend import ServerBackend
    from include.report.sections.section import SectionRecord
    from include.settings.cell import ScenarioSettings
    from include.spark_jobs.tables.schemas import ScenarioMeasures

    Settings = TypeVar("Settings", bound=ScenarioSettings)
else:
    Settings = TypeVar("Settings")


class Scenario(ABC, Generic[Settings]):
    """A scenario, which decides what happens in a cell.

    A scenario is a folder of ``include.scenarios``. Its module ``scenario`` has a subclass, whose methods
    import the other modules when they are called, so that planning imports no load program and no report.
    Three data files are found by their names: ``metrics.toml`` (the scenario's own metrics; its name is also
    in ``include.kinds.metrics.registry``), ``rawlog.toml`` (files that only its raw logs have) and
    ``programs/``, which the image of load programs contains.
    """

    name: str
    settings: type[Settings]
    promises: frozenset[str] = frozenset()
    """The metrics of the violations that the scenario excludes, in addition to those that the semantics
    excludes."""

    @abstractmethod
    def workload(self) -> WorkloadOf[Settings]:
        """What makes the topics, the programs and the files of an attempt at a cell."""

    def check(self, settings: Settings) -> None:
        """Check what only this machine can tell about these settings, such as whether a file exists.

        Raises:
            UserError: The cell cannot run here.
        """

    def prepare(self, settings: Settings, say: Callable[[str], None]) -> None:
        """Fetch and compile what a cell with these settings needs. ``say`` reports slow steps.

        Raises:
            PlatformError: Something cannot be fetched.
        """

    def clean_up(self, folder: Path) -> None:
        """Remove what killed load programs have left, such as secrets in the folder of their attempt.

        Raises:
            PlatformError: Something cannot be removed.
        """

    def measures(self) -> ScenarioMeasures | None:
        """What only this scenario measures; None if it has no metrics of its own."""
        return None

    def sections(self) -> Sequence[SectionRecord]:
        """The report sections that only this scenario has."""
        return ()

    def servers(self) -> Mapping[str, ServerBackend]:
        """The servers other than Kafka that its cells may need, by name (``Needs.server``)."""
        return {}


SCENARIOS: Registry[Scenario[Any]] = Registry(
    "scenario",
    Scenario,  # type: ignore[type-abstract] # only for isinstance
    "include.scenarios.{}.scenario",
    [
        "delivery",
        "copy",
        "group_rebalance",
        "queue",
        "reliable_ack",
        "application",
        "share_group",
    ],
)

DEFAULT_SCENARIO = next(iter(SCENARIOS))

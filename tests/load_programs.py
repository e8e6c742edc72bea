"""The load programs of a cell, as its scenario describes them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from include.cells.scenario_workload import CellAttempt, Workload, workload_of
from include.clusters.cluster import Access, Cluster
from include.load.program_descriptions import LoadPrograms, Topics
from include.plan.treatment import Cell
from include.settings.any_settings import settings_of
from include.settings.cell import ScenarioSettings

ADDRESS, CELL = "127.0.0.1:1", Path("/cell")


def described_workload(
    settings: ScenarioSettings, folder: Path = CELL, topics: Topics | None = None, address: str = ADDRESS
) -> Workload[Any]:
    """The workload of a cell whose cluster only has an address. ``topics`` replace the random topics."""
    cell = cast("Cell", SimpleNamespace(id="cell", settings=settings))
    cluster = cast("Cluster", SimpleNamespace(access=Access(address)))
    workload = workload_of(CellAttempt("run", cell, 1, cluster, folder, cluster.access))
    if topics:
        vars(workload)["topics"] = topics
    return workload


def programs_of(folder: Path = CELL, **settings: Any) -> LoadPrograms:
    """The load programs of a cell with these settings, on the topic ``t`` and, in a copy, ``copied``."""
    topics = Topics("t", "copied" if settings.get("scenario") == "copy" else None)
    return described_workload(settings_of(settings), folder, topics).programs()

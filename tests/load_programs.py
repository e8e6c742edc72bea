"""The load programs of a cell, as its scenario describes them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from include.cells.scenario_workload import CellAttempt, Workload, workload_of
from include.clusters.cluster import Access, Cluster
from include.load.program_descriptions import LoadPrograms, Topics
from include.load.proxy_job import ProxiedBroker
from include.plan.treatment import Cell
from include.settings.any_settings import settings_of
from include.settings.cell import ScenarioSettings

ADDRESS, PROXY_ADDRESS, CELL = "127.0.0.1:1", "127.0.0.1:2", Path("/cell")
PROXIED = ProxiedBroker(
    id=1, proxy="127.0.0.1", listens_at="127.0.0.1", port=2, host="127.0.0.1", broker_port=3
)


def described_workload(
    settings: ScenarioSettings, folder: Path = CELL, topics: Topics | None = None, address: str = ADDRESS
) -> Workload[Any]:
    """The workload of a cell whose cluster only has addresses. ``topics`` replace the random topics."""
    cell = cast("Cell", SimpleNamespace(id="cell", settings=settings))
    cluster = cast("Cluster", SimpleNamespace(access=Access(address, proxied=(PROXIED,))))
    workload = workload_of(CellAttempt("run", cell, 1, cluster, folder, cluster.access))
    if topics:
        vars(workload)["topics"] = topics
    return workload


def programs_of(folder: Path = CELL, **settings: Any) -> LoadPrograms:
    """The load programs of a cell with these settings, on the topic ``t`` and, in a copy, ``copied``."""
    topics = Topics("t", "copied" if settings.get("scenario") == "copy" else None)
    return described_workload(settings_of(settings), folder, topics).programs()

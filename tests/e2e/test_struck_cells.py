"""What a fault may cost in each semantics: the cells of struck_cells.yaml, on real brokers."""

from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from include.clusters.embedded.cluster import EmbeddedCluster
from tests.e2e.cells import CLIENTS, TWIN, check, struck

pytestmark = pytest.mark.brokers

CELLS: dict[str, dict[str, Any]] = YAML(typ="safe").load(Path(__file__).with_name("struck_cells.yaml"))
"""By what they show: the settings, metrics and guarantee of each cell, and its clients and target of make."""


def marks_of(cell: dict[str, Any], client: str) -> list[pytest.MarkDecorator]:
    """The marks of ``make test-clients``, for cells of that target or of Java, and what the cell needs."""
    target = TWIN if client == "java" else (pytest.mark.clients,) if "target" in cell else ()
    return [*target, *([pytest.mark.needs(cell["needs"])] if "needs" in cell else [])]


EACH = [
    pytest.param(cell, client, id=f"{name}, {client}", marks=marks_of(cell, client))
    for name, cell in CELLS.items()
    for client in cell.get("clients", ["librdkafka"])
]


@pytest.mark.parametrize(("cell", "client"), EACH)
def test_a_fault_costs_what_it_may_and_nothing_else(
    run: Path, embedded: EmbeddedCluster, cell: dict[str, Any], client: str
) -> None:
    measured = struck(run, embedded, **{**CLIENTS[client], **cell["settings"]})
    check(measured, cell["metrics"], cell.get("guarantee", "kept"))

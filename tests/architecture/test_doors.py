"""A record's functions import code only when they are called."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from include.kinds.client_releases import CLIENTS
from include.kinds.cluster_kind import CLUSTER_KINDS
from include.kinds.scenario import SCENARIOS
from include.machine.folders import ROOT

DOORS = sorted(
    path
    for pattern in ("scenarios/*/scenario.py", "clients/*/client.py", "clusters/*/kind.py")
    for path in (ROOT / "include").glob(pattern)
)
SIBLINGS = {"settings", "systems"}
"""What a door may import of its folder when it is imported itself."""
FORBIDDEN = ("amqp", "confluent_kafka", "docker", "matplotlib", "numpy", "pandas", "pyspark", "redis")


def imported_at_once(door: Path) -> Iterator[str]:
    """The modules that a door imports outside of functions and TYPE_CHECKING."""
    for node in ast.parse(door.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            yield str(node.module)


@pytest.mark.parametrize("door", DOORS, ids=lambda path: path.parent.name)
def test_a_door_imports_its_folder_inside_functions(door: Path) -> None:
    folder = ".".join(door.parent.relative_to(ROOT).parts) + "."
    own = {module.removeprefix(folder) for module in imported_at_once(door) if module.startswith(folder)}
    assert own <= SIBLINGS


def test_every_record_has_a_door() -> None:
    assert len(DOORS) == len(SCENARIOS) + len(CLIENTS) + len(CLUSTER_KINDS)


@pytest.mark.slow
def test_all_records_import_nothing_that_only_cells_executors_and_reports_need() -> None:
    code = (
        "import sys; from include.kinds.client_releases import CLIENTS; "
        "from include.kinds.cluster_kind import CLUSTER_KINDS; from include.kinds.scenario import SCENARIOS; "
        "[*CLIENTS.values(), *CLUSTER_KINDS.values(), *SCENARIOS.values()]; "
        f"print('imported', *({set(FORBIDDEN)} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "imported"

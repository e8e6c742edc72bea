"""docs/architecture.md describes the rooms, the registries and the processes as they are."""

import re
from itertools import groupby

import pytest

from include.machine.folders import ROOT
from tests.architecture.rooms import imports, layers

DOCUMENT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The cells of each row of the table under a heading, without the head of the table."""
    section = DOCUMENT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def parts(part: str) -> list[str]:
    """The modules of all scenarios in which that part of a scenario is."""
    paths = sorted((ROOT / "include" / "scenarios").glob(f"*/{part}.py"))
    return [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]


KINDS = [
    *parts("settings"),
    "include.kinds.semantics",
    "include.faults",
]
"""What every process finds that reads settings; test_doors.py sees what the records themselves import."""

FOUND_BY_NAME = {
    "include.tasks.planning": KINDS,
    "include.tasks.cell": [*KINDS, *parts("workload"), "include.clients"],
    "include.spark_jobs.job.measurement_on_executor": [*KINDS, *parts("measures")],
    "include.tasks.report": [*KINDS, *parts("report/section"), "include.report.sections"],
}
"""The modules that a process finds by the names of records, by the module that it starts with."""


def imported_by(module: str) -> set[str]:
    """The packages that a process imports which starts with a module."""
    imported = imports().find_upstream_modules(module)
    for found in FOUND_BY_NAME.get(module, ()):
        imported |= imports().find_upstream_modules(found, as_package=True)
    return {name.partition(".")[0] for name in imported}


def test_the_documents_rooms_and_what_it_names_exist() -> None:
    described = groupby(rows("Rooms"), lambda row: row[0])
    assert [[room for _, room, _ in rooms] for _, rooms in described] == layers()
    paths = re.findall(r"`((?:include|docs|tests|dags|bench|compose|plugins)/[^`*<]*)`", DOCUMENT)
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(("modules", "absent"), [row[1:] for row in rows("Processes")])
def test_a_process_imports_only_what_it_runs(modules: str, absent: str) -> None:
    for module in re.findall(r"[\w.]+", modules):
        assert imported_by(module) & set(absent.split(", ")) == set()

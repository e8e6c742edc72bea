"""The load programs of a cell, as its scenario describes them."""

from importlib import import_module
from pathlib import Path

from include.load_runtime.program import LoadPrograms, Topics
from include.scenarios.cell_context import CellContext
from include.scenarios.scenario_settings import ScenarioSettings


def load_programs(
    settings: ScenarioSettings, run_id: str, cell_id: str, folder: Path, topics: Topics, address: str
) -> LoadPrograms:
    """The load programs of a cell with these settings."""
    described = import_module(f"include.scenarios.{settings.scenario}.programs")
    programs: LoadPrograms = described.programs(
        CellContext(run_id, cell_id, settings, folder, topics, address)
    )
    return programs

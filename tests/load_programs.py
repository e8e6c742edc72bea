"""The load programs of a cell, as its scenario describes them."""

from importlib import import_module
from pathlib import Path
from typing import Any

from include.cells.cell_context import CellContext
from include.load_runtime.programs_of_cell import LoadPrograms, Topics
from include.scenarios.registry import settings_of
from include.scenarios.scenario_settings import ScenarioSettings

ADDRESS = "127.0.0.1:1"


def load_programs(
    settings: ScenarioSettings, run_id: str, cell_id: str, folder: Path, topics: Topics, address: str
) -> LoadPrograms:
    described = import_module(f"include.cells.scenarios.{settings.scenario}")
    programs: LoadPrograms = described.programs(
        CellContext(run_id, cell_id, settings, folder, topics, address)
    )
    return programs


def programs_of(folder: Path = Path("/cell"), **settings: Any) -> LoadPrograms:
    """The load programs of a cell with these settings, on the topic ``t`` and, in a copy, ``copied``."""
    topics = Topics("t", "copied" if settings.get("scenario") == "copy" else None)
    return load_programs(settings_of(settings), "run", "cell", folder, topics, ADDRESS)

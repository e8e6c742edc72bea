"""Cells of recorded runs with random damage: each is measured or rejected."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from include.rawlog.manifest import MANIFEST_FILE
from include.spark_jobs.job.cell import measure_or_reject
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from tests.odd_data import changed
from tests.rawlog.sealing import replace_file
from tests.recorded_runs.runs import NAMES

CHANGES = 200
"""How many changes a test makes, with a seed each; a second has about fifty."""


@pytest.fixture(scope="module")
def copies(recorded: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Path]:
    """Copies of the cells of all recorded runs, each with the folder of its original."""
    folder = tmp_path_factory.mktemp("odd")
    runs = [recorded[name] for name in NAMES]
    cells = [path.parent for run in runs for path in sorted(run.glob(f"cells/*/{MANIFEST_FILE}"))]
    return {shutil.copytree(cell, folder / str(place) / cell.name): cell for place, cell in enumerate(cells)}


def odd_outcomes(
    copies: dict[Path, Path], damage: Callable[[Path, Random], str]
) -> list[tuple[int, str, MeasuredCell | RejectedCell]]:
    """For each seed what was damaged in a cell, and what became of the cell."""
    outcomes = []
    for seed in range(CHANGES):
        random = Random(seed)
        cell, original = random.choice([*copies.items()])
        damaged = damage(cell, random)
        outcomes.append((seed, damaged, measure_or_reject(str(cell))))
        shutil.copytree(original, cell, dirs_exist_ok=True)
    return outcomes


def damage_manifest(cell: Path, random: Random) -> str:
    location, manifest = changed(json.loads((cell / MANIFEST_FILE).read_bytes()), random)
    (cell / MANIFEST_FILE).write_text(json.dumps(manifest))
    return f"{MANIFEST_FILE}: {location}"


def damage_file(cell: Path, random: Random) -> str:
    """Change some bytes of a file, or cut it short, and seal it so."""
    file = random.choice(sorted(cell.glob("*.parquet")))
    content = bytearray(file.read_bytes())
    for _ in range(random.choice((1, 1, 4, 20))):
        content[random.randrange(len(content))] = random.randrange(256)
    length = random.choice((len(content), random.randrange(len(content))))
    replace_file(cell, file.name, bytes(content[:length]))
    return file.name


@pytest.mark.slow
@pytest.mark.parametrize("damage", [damage_manifest, damage_file])
def test_whatever_is_damaged_the_cell_is_measured_or_rejected_with_the_name_of_the_file(
    copies: dict[Path, Path], damage: Callable[[Path, Random], str]
) -> None:
    outcomes = odd_outcomes(copies, damage)
    rejected = [(seed, damaged, odd) for seed, damaged, odd in outcomes if isinstance(odd, RejectedCell)]
    assert len(rejected) > CHANGES / 4
    assert [odd for odd in rejected if "defect" in odd[2].reason or not odd[2].reason.startswith("/")] == []

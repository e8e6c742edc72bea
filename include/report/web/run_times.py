"""When a run was planned, and when its last cell ended. Only small parts of a run's files are read."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache

from include.machine import folders
from include.machine.storage.path import read_all
from include.plan.plan import PLAN_FILE
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER
from include.rawlog.manifest import MANIFEST_FILE
from include.report.web.run_store import names_below, read_below

HEAD_BYTES = 1024
"""The part of a plan that is read. The time of the plan is its second key."""

CREATED = re.compile(rb'"created":\s*"([^"]+)"')
ENDED = re.compile(rb'"ended_wall_ns":\s*(\d+)')
BLOCK = re.compile(r"\.r(\d+)$")
"""The number of the block at the end of a cell's id."""


def newest_first(runs: list[str]) -> list[str]:
    """The runs in the order of their plans, the newest first. Runs without a readable plan are the last."""
    times = dict(zip(runs, read_all(planned_at, runs), strict=True))

    def place(run: str) -> tuple[float, str]:
        time = times[run]
        return -time.timestamp() if time else 0.0, run

    return sorted(runs, key=place)


def planned_at(run: str) -> datetime | None:
    """When a run was planned; None if its plan does not say so, or does not exist."""
    try:
        return _planned_at(str(folders.RUNS), run)
    except (FileNotFoundError, ValueError):
        return None


@lru_cache(100_000)
def _planned_at(_runs: str, run: str) -> datetime:
    """When a run was planned. The time is remembered, because a plan is never written again."""
    match = CREATED.search(read_below(run, PLAN_FILE, most_bytes=HEAD_BYTES))
    if match is None:
        raise ValueError
    time = datetime.fromisoformat(match[1].decode())
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def ended_at(run: str) -> datetime | None:
    """When the last cell of a run ended; None if no cell was measured.

    Blocks run one after another, so that only the manifests of the last block are read.
    """
    times = next(filter(None, map(list, _ends_of_blocks(run))), None)
    return datetime.fromtimestamp(max(times) / 1e9, UTC) if times else None


def _ends_of_blocks(run: str) -> Iterator[Iterator[int]]:
    """The ends of the cells of each block in ns of the wall clock, the last block first."""
    blocks: dict[int, list[str]] = {}
    for cell in names_below(run, CELLS_FOLDER):
        if match := BLOCK.search(cell):
            blocks.setdefault(int(match[1]), []).append(cell)
    for _, cells in sorted(blocks.items(), reverse=True):
        yield _ends(run, cells)


def _ends(run: str, cells: list[str]) -> Iterator[int]:
    for cell in cells:
        try:
            content = read_below(run, CELLS_FOLDER, cell, MANIFEST_FILE)
        except FileNotFoundError:
            continue
        if match := ENDED.search(content):
            yield int(match[1])

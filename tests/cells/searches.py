"""Sealed cells that searched their capacity."""

from pathlib import Path

from include.producers.load_steps import LoadStep, load_steps_table
from include.rawlog.schemas import LOAD_STEPS_FILE
from include.rawlog.table_writer import write_table
from tests.rawlog.sealing import seal_again, seal_rows


def seal_search(folder: Path, capacity: float) -> None:
    """A sealed cell that sustained this rate, and not twice the rate."""
    seal_rows(folder)
    write_table(folder / LOAD_STEPS_FILE, load_steps_table([_step(capacity, 100), _step(capacity * 2, 50)]))
    seal_again(folder, message_bytes=1024)


def _step(rate: float, held_percent: float) -> LoadStep:
    return LoadStep(rate, 0, 1, 0, 10, rate, held_percent, 0.5)

"""The expected time until a run has ended, from the cells that have ended and the plan of the others."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from include.matrix.estimate import cell_seconds
from include.matrix.plan import Cell

RESULTS_AND_REPORT_SECONDS = 29.0
"""The usual time after the last cell: brokers stop, Spark measures, the report is written, Airflow stops. On
two cores two runs of 3 cells took 29 and 31 s; runs of 69, 140 and 245 cells took 22 to 26 s until the report
was written."""


def time_left(cells: Sequence[Cell], ended: Mapping[str, float], began: float, now: float) -> timedelta:
    """The expected time until the end of the run.

    A treatment takes as long as its cells took on average. The estimates of treatments of which no cell has
    ended are corrected by the factor by which the estimates of all ended cells were wrong.

    Args:
        cells: The cells that this command runs, one after another.
        ended: When each of the ended cells ended, by id; in seconds, as the other moments.
        began: When the first of the cells began.
        now: The present moment.
    """
    since_last = now - max(ended.values(), default=began)
    if len(ended) == len(cells):
        return timedelta(seconds=max(0.0, RESULTS_AND_REPORT_SECONDS - since_last))
    to_do = sum(_expected_seconds(cells, _durations(ended, began)))
    current = to_do / (len(cells) - len(ended))
    return timedelta(seconds=to_do - min(since_last, current) + RESULTS_AND_REPORT_SECONDS)


def _durations(ended: Mapping[str, float], began: float) -> dict[str, float]:
    """The seconds that each ended cell took, from the end of the cell before it."""
    in_order = sorted(ended, key=ended.__getitem__)
    starts = [began, *(ended[cell] for cell in in_order)]
    return {cell: ended[cell] - start for cell, start in zip(in_order, starts, strict=False)}


def _expected_seconds(cells: Iterable[Cell], durations: Mapping[str, float]) -> Iterable[float]:
    """The expected seconds of each cell that has not ended."""
    taken: dict[str, list[float]] = {}
    estimated = 0.0
    for cell in cells:
        if cell.id in durations:
            taken.setdefault(cell.treatment, []).append(durations[cell.id])
            estimated += cell_seconds(cell.settings)
    factor = sum(durations.values()) / estimated if estimated else 1.0
    for cell in cells:
        if cell.id not in durations:
            own = taken.get(cell.treatment)
            yield sum(own) / len(own) if own else cell_seconds(cell.settings) * factor

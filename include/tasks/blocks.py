"""Decide after each block whether the run needs another one: ``until`` of an experiment."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from include.kinds.metrics.registry import column_name
from include.machine.storage.path import AnyPath
from include.plan.experiment import StopRule
from include.plan.experiment_values import half_width_of
from include.plan.plan import Plan
from include.plan.treatment import Cell
from include.rawlog.block_decisions import BlockDecision, Reason, Width, read_decisions, write_decision
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER, is_sealed
from include.rawlog.manifest import read_manifest
from include.verdicts.comparison.samples import FEWEST_PAIRS

LONGEST_PAUSE_SECONDS = 10.0
"""A longer pause between two cells is that of an interrupted run, of which only this much counts."""


def why_not_needed(run: AnyPath, plan: Plan, cell: Cell) -> str:
    """Why a cell is not needed any more, as a sentence; empty if it is needed.

    The first cell of a block measures the blocks before it, and the decision is kept in the run.
    """
    until = plan.experiment.until
    if until is None or cell.block == 1:
        return ""
    decisions = read_decisions(run)
    if not decisions or (decisions[-1].blocks < cell.block - 1 and not decisions[-1].reason.is_stop):
        decisions.append(decide(run, plan, until, cell.block - 1))
        write_decision(run, decisions[-1])
    last = decisions[-1]
    if not last.reason.is_stop:
        return ""
    why = {
        Reason.PRECISE: "every interval is as narrow as wanted",
        Reason.TIME: f"the {until.minutes:g} minutes of the cells would not be enough for another block",
    }[last.reason]
    return f"Block {cell.block} is not needed: after {last.blocks} blocks, {why}."


def decide(run: AnyPath, plan: Plan, until: StopRule, blocks: int) -> BlockDecision:
    """Decide after ``blocks`` blocks whether the run goes on."""
    cells = [cell for cell in plan.cells if cell.block <= blocks and is_sealed(_folder(run, cell))]
    seconds = _seconds([read_manifest(_folder(run, cell)).timings for cell in cells])
    widths = tuple(_widths(run, plan, cells, until)) if blocks >= FEWEST_PAIRS else ()
    decision = BlockDecision(blocks=blocks, seconds=seconds, reason=Reason.FEWEST, widths=widths)
    return decision.model_copy(update={"reason": _reason(decision, until, plan.experiment.repetitions)})


def _reason(decision: BlockDecision, until: StopRule, fewest: int) -> Reason:
    blocks, seconds = decision.blocks, decision.seconds
    is_out_of_time = seconds + seconds / blocks > 60 * until.minutes
    if blocks >= FEWEST_PAIRS and is_out_of_time:
        return Reason.TIME
    if blocks < fewest:
        return Reason.FEWEST
    is_precise = bool(decision.widths) and all(width.excess <= 1 for width in decision.widths)
    return Reason.PRECISE if is_precise else Reason.NOT_PRECISE


def _widths(run: AnyPath, plan: Plan, cells: list[Cell], until: StopRule) -> Iterator[Width]:
    """Yield the half-widths of the comparisons for which a precision is wanted."""
    from include.spark_jobs.job.cell import measure_or_reject
    from include.spark_jobs.results.differences import difference_rows
    from include.spark_jobs.results.measured_cell import MeasuredCell

    outcomes = (measure_or_reject(str(_folder(run, cell))) for cell in cells)
    rows = difference_rows(plan, [cell for cell in outcomes if isinstance(cell, MeasuredCell)])
    for row in rows:
        column, half_width = column_name(row["metric"], row["span"]), row["half_width"]
        if column in until.precision and half_width is not None:
            yield Width(
                treatment=row["treatment"],
                column=column,
                half_width=half_width,
                goal=half_width_of(until.precision[column]),
            )


def _seconds(timings: Iterable[Mapping[str, int]]) -> float:
    """The time from the begin of the first cell to the end of the last, with the pauses between cells."""
    ordered = sorted((cell["began"], cell["ended"]) for cell in timings)
    pauses = (later[0] - earlier[1] for earlier, later in pairwise(ordered))
    cells = sum(ended - began for began, ended in ordered)
    return cells / 1e9 + sum(min(max(0.0, pause / 1e9), LONGEST_PAUSE_SECONDS) for pause in pauses)


def _folder(run: AnyPath, cell: Cell) -> AnyPath:
    return run / CELLS_FOLDER / cell.id

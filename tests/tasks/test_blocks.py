"""Whether a run needs another block: two treatments, whose cells take ten seconds each."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from include.kinds.metrics.registry import COLUMNS
from include.plan.plan import Plan, needed_cells
from include.rawlog.block_decisions import BlockDecision, Reason, Width, read_decisions, stopped_after
from include.rawlog.manifest import MANIFEST_FILE, read_manifest
from include.report.measured_run import read_measured_run
from include.spark_jobs.job import cell as measured_cells
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.tasks.blocks import why_not_needed
from include.verdicts.guarantee import Verdict
from tests.report.synthetic import make_plan, write_run

LATENCY = "producer_consumer_latency_p50"
SEMANTICS = {"semantics": ["at-least-once", "exactly-once"]}
NOISE = (0, 20, -20, 15, -10, 12, 1, 2, 1, 2, 1, 2)


@dataclass(frozen=True)
class Run:
    folder: Path
    plan: Plan

    def why_not(self, block: int) -> str:
        """Why the first cell of a block is not needed."""
        return why_not_needed(self.folder, self.plan, next(c for c in self.plan.cells if c.block == block))


def run_of(folder: Path, blocks: int, minutes: float = 60, pause: float = 0) -> Run:
    """A run with so many sealed blocks, whose cells took ten seconds each, with pauses between them."""
    until = {"precision": {LATENCY: "15 ms"}, "minutes": minutes, "repetitions": 12}
    plan = make_plan(SEMANTICS, 6, constants={"rate": 1000, "messages": 4000}, until=until)
    later = tuple(cell.id for cell in plan.cells if cell.block > blocks)
    run = write_run(folder, plan, without=later, results=False)
    for cell in plan.cells:
        if cell.id not in later:
            path = run / "cells" / cell.id / MANIFEST_FILE
            manifest = read_manifest(path.parent)
            began = cell.order * (10 + pause)
            timings = {"began": int(began * 1e9), "ended": int((began + 10) * 1e9)}
            path.write_text(manifest.model_copy(update={"timings": timings}).model_dump_json())
    return Run(run, plan)


@pytest.fixture(autouse=True)
def latencies(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Cells are measured by what this says; ``noise`` multiplies the noise of exactly-once."""
    known = {"noise": 1.0}

    def measured(folder: str) -> MeasuredCell:
        treatment, block = Path(folder).name.split(".r")
        extra = 75 + known["noise"] * NOISE[int(block) - 1] if treatment == "exactly-once" else 0
        metrics: dict[str, Any] = {**dict.fromkeys(COLUMNS, None), "transaction_time": 100.0}
        metrics[LATENCY] = 16 + extra
        name = Path(folder).name
        return MeasuredCell(name, treatment, int(block), 0, "4.4.0", Verdict.KEPT, {}, metrics)

    monkeypatch.setattr(measured_cells, "measure_or_reject", measured)
    return known


def test_six_blocks_are_run_even_if_they_are_precise(tmp_path: Path, latencies: dict[str, float]) -> None:
    latencies["noise"] = 0.1
    assert run_of(tmp_path, 5).why_not(6) == ""
    (decision,) = read_decisions(tmp_path / "run-1")
    assert (decision.blocks, decision.reason) == (5, Reason.FEWEST)


def test_a_precise_run_stops(tmp_path: Path, latencies: dict[str, float]) -> None:
    latencies["noise"] = 0.1
    run = run_of(tmp_path, 6)
    assert "every interval is as narrow as wanted" in run.why_not(7)
    assert run.why_not(12) == run.why_not(7).replace("Block 7", "Block 12")
    assert len(read_decisions(run.folder)) == 1


def test_an_imprecise_run_goes_on_until_it_is_precise(tmp_path: Path) -> None:
    run = run_of(tmp_path, 6)
    assert run.why_not(7) == ""
    (decision,) = read_decisions(run.folder)
    assert decision.reason is Reason.NOT_PRECISE
    assert [(width.half_width, width.goal) for width in decision.widths] == [(20, 15)]
    assert decision.expected_blocks == 11


def test_a_run_stops_before_its_time_is_out(tmp_path: Path) -> None:
    run = run_of(tmp_path, 6, minutes=2.3)  # six blocks took 2 min, and a seventh would take 20 s
    assert "the 2.3 minutes of the cells would not be enough" in run.why_not(7)
    assert run_of(tmp_path / "longer", 6, minutes=2.4).why_not(7) == ""


def test_pauses_between_cells_count_but_not_the_whole_time_in_which_a_run_was_interrupted(
    tmp_path: Path,
) -> None:
    for pause, seconds in ((0, 40), (1, 43), (3600, 70)):
        run = run_of(tmp_path / str(pause), 2, pause=pause)
        run.why_not(3)
        assert read_decisions(run.folder)[-1].seconds == seconds


def test_three_blocks_are_run_in_any_time(tmp_path: Path) -> None:
    assert run_of(tmp_path / "two", 2, minutes=0.1).why_not(3) == ""
    assert "not enough for another block" not in run_of(tmp_path / "first", 1, minutes=0.1).why_not(2)
    assert run_of(tmp_path / "three", 3, minutes=0.1).why_not(4).startswith("Block 4 is not needed: after 3")


def test_blocks_that_are_not_needed_are_not_missing(tmp_path: Path, latencies: dict[str, float]) -> None:
    latencies["noise"] = 0.1
    run = run_of(tmp_path, 6)
    assert len(read_measured_run(run.folder).missing) == 12
    run.why_not(7)
    assert stopped_after(run.folder) == 6
    assert read_measured_run(run.folder).missing == []
    assert {cell.block for cell in needed_cells(run.plan, run.folder)} == set(range(1, 7))


def test_without_until_every_cell_is_needed(tmp_path: Path) -> None:
    plan = make_plan(SEMANTICS, 6)
    run = Run(write_run(tmp_path, plan, results=False), plan)
    assert run.why_not(6) == ""
    assert read_decisions(run.folder) == []


def test_a_width_shrinks_with_the_root_of_the_number_of_blocks() -> None:
    width = Width(treatment="a", column=LATENCY, half_width=30, goal=15)
    decision = BlockDecision(blocks=6, seconds=60, reason=Reason.NOT_PRECISE, widths=(width,))
    assert decision.expected_blocks == 24
    assert replace_widths(decision).expected_blocks == 0


def replace_widths(decision: BlockDecision) -> BlockDecision:
    return decision.model_copy(update={"widths": ()})

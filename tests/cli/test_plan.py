import subprocess
import sys

from include.folders import ROOT


def plan(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "include.cli.plan", *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_plan_is_printed_with_its_treatments_cells_order_and_time() -> None:
    said = plan("--experiment", "thesis", "--repetitions", "2", "--release", "3.9.1").stdout
    assert "What exactly-once costs" in said
    assert "exactly-once.tx1000ms.512B" in said
    assert "15 treatments, 2 repetitions: 30 cells, on Kafka 3.9.1" in said
    assert "Order of the first block (seed 2023): " in said
    assert "Time of the cells, estimated: 4 minutes" in said


def test_a_problem_is_told_without_a_stack_trace() -> None:
    done = plan("--experiment", "quick", "--messages", "0")
    assert done.returncode == 2
    assert done.stderr == "parameters: messages: 0 should be greater than or equal to 1\n"
    assert not done.stdout

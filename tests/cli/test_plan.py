from typer.testing import CliRunner, Result

from include.cli.app import app


def plan(*options: str) -> Result:
    return CliRunner().invoke(app, ["plan", *options])


def test_a_plan_is_printed_with_its_treatments_cells_order_and_duration() -> None:
    said = plan("--experiment", "thesis", "--repetitions", "2", "--release", "3.9.1").stdout
    assert "What exactly-once costs" in said
    assert "exactly-once.tx1000ms.512B" in said
    assert "15 treatments, 2 repetitions: 30 cells, on Kafka 3.9.1" in said
    assert "Order of the first block (seed 2023): " in said
    assert "Estimated duration of the cells: 4 min" in said


def test_a_problem_is_told_without_a_stack_trace() -> None:
    done = plan("--experiment", "quik")
    assert done.exit_code == 2
    assert done.stderr.startswith("there is no experiment 'quik'; choose from ")
    assert not done.stdout

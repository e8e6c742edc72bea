from tests.cli.command import run


def test_a_plan_is_printed_with_its_cells_and_duration_or_what_is_wrong_in_a_sentence() -> None:
    output = run("plan", "--experiment", "thesis", "--repetitions", "2", "--release", "3.9.1").stdout
    assert "What exactly-once costs" in output
    assert "exactly-once.tx1000ms.512B" in output
    assert "15 treatments, 2 repetitions: 30 cells, on Kafka 3.9.1" in output
    assert "Order of the first block (seed 2023): " in output
    assert "Estimated duration of the cells: 4 min" in output
    done = run("plan", "--experiment", "quik")
    assert done.exit_code == 2
    assert done.stderr.startswith("there is no experiment 'quik'; choose from ")
    assert not done.stdout

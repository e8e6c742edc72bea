from pathlib import Path

from include.cli.run_summary import FailedTask, grouped

DEAD = "broker 2 is gone; the end of its log:\nline\nline"


def test_cells_that_failed_for_the_same_reason_are_grouped() -> None:
    failed = [FailedTask(f"cell {number}", DEAD, Path(f"{number}.log")) for number in range(13)]
    told = list(grouped(failed))
    assert [one.message for one in told] == [
        "cell 0 and 12 more failed: broker 2 is gone; the end of its log:"
    ]
    assert told[0].log == Path("0.log")


def test_different_reasons_are_told_apart() -> None:
    failed = [FailedTask("a", "was killed", Path("a.log")), FailedTask("b", "timed out", Path("b.log"))]
    assert [one.message for one in grouped(failed)] == ["a failed: was killed", "b failed: timed out"]

from datetime import timedelta
from io import StringIO

from rich.console import Console

from include.cli.console_text import readable
from include.cli.progress import RunProgress, Stage
from include.cli.progress_display import LineScreen, LiveScreen, screen
from include.matrix.load import load
from include.matrix.overrides import Overrides
from include.matrix.planning import make_plan

CELLS = make_plan(load("quick", Overrides(repetitions=1)), "first").cells
IDS = [cell.id for cell in CELLS]


def at(stage: Stage, sealed: int = 0, failed: int = 0) -> RunProgress:
    ended = IDS[: sealed + failed]
    ended_at = {cell: 5.0 * (number + 1) for number, cell in enumerate(ended)}
    current = IDS[sealed + failed] if sealed + failed < len(IDS) else None
    return RunProgress(stage, CELLS, ended[:sealed], ended[sealed:], current, ended_at, 5.0 * len(ended))


def lines_of(*looks: RunProgress) -> list[str]:
    output = StringIO()
    lines = LineScreen(Console(file=output, width=200))
    for look in looks:
        lines.show(look)
    return output.getvalue().splitlines()


def test_a_terminal_shows_stages_counts_the_current_cell_and_the_time_left_also_after_the_cells() -> None:
    output = StringIO()
    console = Console(file=output, width=120, force_terminal=True, color_system=None)
    with screen("A title", console) as picture:
        for look in (at(Stage.AIRFLOW), at(Stage.CLUSTER), at(Stage.CELLS, 2, 1)):
            picture.show(look)
        assert isinstance(picture, LiveScreen)
        console.print(picture)
        picture.show(at(Stage.RESULTS, len(IDS)))
        console.print(picture)
    text = output.getvalue()
    assert "A title" in text
    assert "3 of 4, 1 failed, about" in text
    assert IDS[3] in text
    assert "computing the results from the raw logs with Spark, about 29 s left" in text


def test_without_a_terminal_every_event_is_a_line_with_the_time_left_from_the_first_cell_on() -> None:
    with screen("A title", Console(file=StringIO())) as line_screen:
        assert isinstance(line_screen, LineScreen)
    lines = lines_of(
        at(Stage.AIRFLOW), at(Stage.CLUSTER), at(Stage.CELLS), at(Stage.CELLS, 1), at(Stage.CELLS, 1, 1)
    )
    assert [line.split(":")[0] for line in lines[:3]] == ["Airflow", "Cluster", "Cells"]
    assert lines[3].startswith(f"  1/4 {IDS[0]} sealed, about")
    assert lines[4].startswith(f"  2/4 {IDS[1]} failed, about")
    lines = lines_of(at(Stage.AIRFLOW), at(Stage.CLUSTER), at(Stage.CELLS))
    assert ["left" in line for line in lines] == [False, False, True]
    lines = lines_of(at(Stage.AIRFLOW, 2), at(Stage.CELLS, 2), at(Stage.CELLS, 3))
    assert [line for line in lines if "sealed" in line] == [lines[-1]]
    assert "3/4" in lines[-1]


def test_times_are_said_as_a_person_would() -> None:
    times = {0: "0 s", 99: "99 s", 100: "2 min", 5400: "90 min", 6000: "1.7 h"}
    assert {seconds: readable(timedelta(seconds=seconds)) for seconds in times} == times

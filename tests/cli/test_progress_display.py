from dataclasses import replace
from datetime import timedelta
from io import StringIO
from itertools import pairwise

from rich.console import Console

from include.cli.console_text import readable
from include.cli.progress import RunProgress, Stage
from include.cli.progress_display import events, picture, screen
from include.plan.load import load
from include.plan.overrides import Overrides
from include.plan.planning import make_plan

CELLS = make_plan(load("quick", Overrides(repetitions=1)), "first").cells
IDS = [cell.id for cell in CELLS]

STAGES = list(Stage)


def at(stage: Stage, sealed: int = 0, failed: int = 0) -> RunProgress:
    """The progress when a stage begins; each earlier stage took 10 s."""
    ended = IDS[: sealed + failed]
    current = IDS[len(ended)] if stage is Stage.CELLS else ""
    number = STAGES.index(stage)
    began = {earlier: 10.0 * count for count, earlier in enumerate(STAGES[: number + 1])}
    left = timedelta(seconds=40) if number >= STAGES.index(Stage.CELLS) else None
    return RunProgress(CELLS, frozenset(ended), frozenset(ended[sealed:]), current, began, left)


BAR = str.maketrans("", "", "━╸╺")


def rows(progress: RunProgress, now: float) -> list[str]:
    """The lines of a picture, without the bar and with single spaces."""
    output = StringIO()
    Console(file=output, width=150).print(picture("A title", progress, now))
    return [" ".join(line.translate(BAR).split()) for line in output.getvalue().splitlines()]


def test_a_picture_shows_the_duration_of_each_stage_and_what_happens_in_the_present_stage() -> None:
    title, airflow, cluster, *later = rows(at(Stage.CLUSTER), now=14)
    assert (title, airflow) == ("A title", "✓ Airflow 10 s")
    assert cluster[1:] == " Cluster 4 s preparing the brokers"  # after the spinner
    assert later == ["· Cells", "· Results", "· Report"]


def test_a_picture_of_cells_shows_how_many_ended_and_failed_the_time_left_and_the_current_cell() -> None:
    [*_, cells, current, _, _] = rows(at(Stage.CELLS, 2, 1), now=20)
    assert cells.endswith("Cells 0 s 3 of 4, 1 failed, about 40 s left")
    assert current == IDS[3]


def test_a_picture_shows_the_time_left_and_the_count_of_cells_also_after_the_cells() -> None:
    [*_, cells, results, _] = rows(at(Stage.RESULTS, 4), now=31)
    assert cells == "✓ Cells 10 s 4 of 4"
    assert results.endswith("computing the results from the raw logs with Spark, about 40 s left")


def test_each_new_stage_is_an_event_and_the_stage_of_the_cells_has_the_time_left() -> None:
    looks = [None, at(Stage.AIRFLOW), at(Stage.CLUSTER), at(Stage.CELLS), at(Stage.CELLS), at(Stage.RESULTS)]
    lines = [list(events(before, now)) for before, now in pairwise(looks) if now]
    assert lines == [
        ["Airflow: loading it, and its DAG"],
        ["Cluster: preparing the brokers"],
        ["Cells: measuring, about 40 s left"],
        [],
        ["Results: computing the results from the raw logs with Spark"],
    ]


def test_what_a_run_waits_for_is_shown_once_and_in_the_picture() -> None:
    waiting = replace(at(Stage.CLUSTER), waits_for="another run has the machine")
    assert list(events(at(Stage.CLUSTER), waiting)) == ["  Waiting: another run has the machine"]
    assert list(events(waiting, waiting)) == []
    assert rows(waiting, now=14)[2].endswith("Cluster 4 s another run has the machine")


def test_each_cell_that_ended_between_two_looks_is_an_event() -> None:
    lines = list(events(at(Stage.CELLS, 1), at(Stage.CELLS, 2, 1)))
    assert lines == [
        f"  2/4 {IDS[1]} sealed, about 40 s left",
        f"  3/4 {IDS[2]} failed, about 40 s left",
    ]


def test_the_cells_of_an_earlier_command_count_but_are_no_events() -> None:
    assert [line for line in events(None, at(Stage.AIRFLOW, 2)) if "sealed" in line] == []
    [line] = events(at(Stage.CELLS, 2), at(Stage.CELLS, 3))
    assert line.startswith("  3/4")


def test_a_cell_that_is_tried_again_is_an_event_at_each_end() -> None:
    failed, again, sealed = at(Stage.RESULTS, 3, 1), at(Stage.CELLS, 3), at(Stage.RESULTS, 4)
    lines = [f"  {IDS[3]} is measured again", "Cells: measuring, about 40 s left"]
    assert list(events(failed, again)) == lines
    [line, _] = events(again, sealed)
    assert line == f"  4/4 {IDS[3]} sealed, about 40 s left"


def test_without_a_terminal_the_title_and_each_event_are_printed_once() -> None:
    output = StringIO()
    with screen("A title", Console(file=output, width=20)) as show:
        for look in (at(Stage.AIRFLOW), at(Stage.CELLS), at(Stage.CELLS, 1), at(Stage.CELLS, 1)):
            show(look)
    title, *stages, cell = output.getvalue().splitlines()
    assert title == "A title"
    assert [line.split(":")[0] for line in stages] == ["Airflow", "Cells"]
    assert cell == f"  1/4 {IDS[0]} sealed, about 40 s left"


def test_a_terminal_shows_the_latest_progress_below_the_messages_that_are_printed() -> None:
    output = StringIO()
    console = Console(file=output, width=120, force_terminal=True, color_system=None)
    with screen("A title", console) as show:
        show(at(Stage.CELLS, 1))
        console.print("A message")
        show(at(Stage.CELLS, 2))
    *_, last = output.getvalue().rpartition("A message")
    assert last.rindex("A title") < last.rindex("2 of 4")
    assert "sealed" not in output.getvalue()


def test_times_are_said_as_a_person_would() -> None:
    times = {0: "0 s", 99: "99 s", 100: "2 min", 5400: "90 min", 6000: "1.7 h"}
    assert {seconds: readable(timedelta(seconds=seconds)) for seconds in times} == times

"""The display while a run is under way: one screen on a terminal, otherwise a line for every event."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from include.cli.console_text import readable, say_command
from include.cli.progress import RunProgress, Stage

ACTIVITIES = {
    Stage.AIRFLOW: "starting its scheduler, DAG processor and API server",
    Stage.CLUSTER: "preparing the brokers",
    Stage.CELLS: "measuring",
    Stage.RESULTS: "computing the results from the raw logs with Spark",
    Stage.REPORT: "writing the report",
}


class Screen(Protocol):
    """Shows the progress of a run."""

    def say(self, message: str) -> None:
        """Show a message that stays on the screen."""

    def show(self, progress: RunProgress) -> None:
        """Show the present progress."""


class StageClock:
    """A record of the time at which each stage of the display began.

    The times are in seconds of the wall clock, like the modification times of files.
    """

    def __init__(self) -> None:
        self._began: dict[Stage, float] = {}

    def enter(self, progress: RunProgress) -> bool:
        """Record when the present stage began, and return whether the stage is new."""
        if progress.stage in self._began:
            return False
        self._began[progress.stage] = progress.moment
        return True

    def seconds(self, stage: Stage) -> float | None:
        """The duration of a stage so far; None if it has not begun."""
        if stage not in self._began:
            return None
        later = [moment for moment in self._began.values() if moment > self._began[stage]]
        return min(later, default=time.time()) - self._began[stage]

    def time_left(self, progress: RunProgress) -> str:
        """The expected time until the end, as a text.

        The time until the first cell begins is not included.
        """
        began = self._began.get(Stage.CELLS, progress.moment)
        return f"about {readable(progress.time_left(began))} left"


class LineScreen:
    """Prints a line for every event."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._clock = StageClock()
        self._ended: set[str] | None = None

    def say(self, message: str) -> None:
        say_command(self._console, message)

    def show(self, progress: RunProgress) -> None:
        ended_ids = progress.ended
        if self._ended is None:
            self._ended = ended_ids  # by an earlier command
        for cell in progress.cells:
            if cell.id in ended_ids - self._ended:
                self._ended.add(cell.id)
                count = f"{len(self._ended)}/{len(progress.cells)}"
                outcome = "failed" if cell.id in progress.failed else "sealed"
                self.say(f"  {count} {cell.id} {outcome}, {self._clock.time_left(progress)}")
        if self._clock.enter(progress):
            left = f", {self._clock.time_left(progress)}" if progress.stage is Stage.CELLS else ""
            self.say(f"{progress.stage.value}: {ACTIVITIES[progress.stage]}{left}")


class LiveScreen:
    """A screen that is drawn repeatedly."""

    def __init__(self, title: str, live: Live) -> None:
        self._title = title
        self._live = live
        self._clock = StageClock()
        self._progress: RunProgress | None = None
        self._spinner = Spinner("dots")

    def say(self, message: str) -> None:
        """Print a message above the live display."""
        say_command(self._live.console, message)

    def show(self, progress: RunProgress) -> None:
        self._clock.enter(progress)
        self._progress = progress

    def __rich__(self) -> RenderableType:
        progress = self._progress
        if progress is None:
            return Text()
        table = Table.grid(padding=(0, 1))
        for stage in Stage:
            table.add_row(*self._row(stage, progress))
        return Group(Text(self._title, style="bold"), table)

    def _row(self, stage: Stage, progress: RunProgress) -> tuple[RenderableType, str, Text, RenderableType]:
        seconds = self._clock.seconds(stage)
        if seconds is None:
            return Text("·", style="dim"), stage.value, Text(), Text()
        is_current = stage is progress.stage
        mark: RenderableType = self._spinner if is_current else Text("✓", style="green")
        duration = Text(f"{seconds:.0f} s", style="dim", justify="right")
        return mark, stage.value, duration, self._detail(stage, progress, is_current=is_current)

    def _detail(self, stage: Stage, progress: RunProgress, *, is_current: bool) -> RenderableType:
        if stage is not Stage.CELLS:
            return Text(self._activity(stage, progress) if is_current else "", style="dim")
        ended_count, total = len(progress.ended), len(progress.cells)
        figures = [f"{ended_count} of {total}"]
        if progress.failed:
            figures.append(f"{len(progress.failed)} failed")
        if is_current:
            figures.append(self._clock.time_left(progress))
        bar = Table.grid(padding=(0, 1))
        bar.add_row(ProgressBar(total=total, completed=ended_count, width=30), Text(", ".join(figures)))
        return Group(bar, Text(progress.current or "", style="cyan")) if is_current else bar

    def _activity(self, stage: Stage, progress: RunProgress) -> str:
        is_after_cells = stage in (Stage.RESULTS, Stage.REPORT)
        return ACTIVITIES[stage] + f", {self._clock.time_left(progress)}" * is_after_cells


@contextmanager
def screen(title: str, console: Console) -> Iterator[Screen]:
    """A live screen on a terminal; otherwise a screen that prints lines."""
    if not console.is_terminal:
        lines = LineScreen(console)
        lines.say(title)
        yield lines
        return
    with Live(console=console, refresh_per_second=8) as live:
        live_screen = LiveScreen(title, live)
        live.update(live_screen)
        yield live_screen

"""What a person sees while a sweep runs: one screen, or a line for every event where there is none."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from include.cli.progress import Progress, Stage

DOING = {
    Stage.AIRFLOW: "starting its scheduler, DAG processor and API server",
    Stage.CLUSTER: "starting the brokers, and warming them up until their throughput stands still",
    Stage.CELLS: "measuring",
    Stage.SPARK: "stopping the brokers, and measuring the raw logs with Spark",
    Stage.REPORT: "writing the report",
}


class Screen(Protocol):
    """Shows how far a sweep is."""

    def say(self, message: str) -> None:
        """Show something that stays."""
        ...

    def show(self, progress: Progress) -> None:
        """Show how far it is now."""
        ...


class Clock:
    """When the stages began, and how many cells were sealed before the first of this sweep."""

    def __init__(self) -> None:
        self._began: dict[Stage, float] = {}
        self._sealed_before = 0

    def enter(self, stage: Stage, sealed: int) -> bool:
        """Note the stage; whether it is a new one."""
        if stage in self._began:
            return False
        if stage is Stage.CELLS:
            self._sealed_before = sealed
        self._began[stage] = time.monotonic()
        return True

    def seconds(self, stage: Stage) -> float | None:
        """How long a stage took, or takes so far; None where it hasn't begun."""
        if stage not in self._began:
            return None
        later = [moment for moment in self._began.values() if moment > self._began[stage]]
        return min(later, default=time.monotonic()) - self._began[stage]

    def left(self, progress: Progress) -> timedelta:
        """The time left."""
        return progress.left(timedelta(seconds=self.seconds(Stage.CELLS) or 0), self._sealed_before)


class Lines:
    """A line for every event."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._clock = Clock()
        self._ended: set[str] | None = None

    def say(self, message: str) -> None:
        """Print it."""
        self._console.print(message, markup=False, highlight=False, soft_wrap=True)

    def show(self, progress: Progress) -> None:
        """Print what is new since the last look."""
        ended = {*progress.sealed, *progress.failed}
        if self._ended is None:
            self._ended = ended  # by an earlier sweep
        for cell in progress.cells:
            if cell.id in ended - self._ended:
                self._ended.add(cell.id)
                self._say_ended(cell.id, len(self._ended), progress)
        if self._clock.enter(progress.stage, len(progress.sealed)):
            self.say(f"{progress.stage.value}: {DOING[progress.stage]}")

    def _say_ended(self, cell: str, place: int, progress: Progress) -> None:
        how = "failed" if cell in progress.failed else "sealed"
        left = spoken(self._clock.left(progress))
        self.say(f"  {place}/{len(progress.cells)} {cell} {how}, about {left} left")


class Picture:
    """One screen that is drawn again and again."""

    def __init__(self, title: str, live: Live) -> None:
        self._title = title
        self._live = live
        self._clock = Clock()
        self._progress: Progress | None = None
        self._spinner = Spinner("dots")

    def say(self, message: str) -> None:
        """Print it above the picture."""
        self._live.console.print(message, markup=False, highlight=False, soft_wrap=True)

    def show(self, progress: Progress) -> None:
        """Draw it from now on."""
        self._clock.enter(progress.stage, len(progress.sealed))
        self._progress = progress

    def __rich__(self) -> RenderableType:
        """The picture as it is at this moment."""
        progress = self._progress
        if progress is None:
            return Text()
        table = Table.grid(padding=(0, 1))
        for stage in Stage:
            table.add_row(*self._row(stage, progress))
        return Group(Text(self._title, style="bold"), table)

    def _row(self, stage: Stage, progress: Progress) -> tuple[RenderableType, str, Text, RenderableType]:
        seconds = self._clock.seconds(stage)
        if seconds is None:
            return Text("·", style="dim"), stage.value, Text(), Text()
        under_way = stage is progress.stage
        mark: RenderableType = self._spinner if under_way else Text("✓", style="green")
        taken = Text(f"{seconds:.0f} s", style="dim", justify="right")
        return mark, stage.value, taken, self._detail(stage, progress, under_way=under_way)

    def _detail(self, stage: Stage, progress: Progress, *, under_way: bool) -> RenderableType:
        if stage is not Stage.CELLS:
            return Text(DOING[stage] if under_way else "", style="dim")
        ended, total = len(progress.sealed) + len(progress.failed), len(progress.cells)
        figures = [f"{ended} of {total}"]
        if progress.failed:
            figures.append(f"{len(progress.failed)} failed")
        if under_way:
            figures.append(f"about {spoken(self._clock.left(progress))} left")
        line = Table.grid(padding=(0, 1))
        line.add_row(ProgressBar(total=total, completed=ended, width=30), Text(", ".join(figures)))
        return Group(line, Text(progress.current or "", style="cyan")) if under_way else line


@contextmanager
def screen(title: str, console: Console) -> Iterator[Screen]:
    """A screen that fits where the output goes."""
    if not console.is_terminal:
        lines = Lines(console)
        lines.say(title)
        yield lines
        return
    with Live(console=console, refresh_per_second=8) as live:
        picture = Picture(title, live)
        live.update(picture)
        yield picture


def spoken(time_left: timedelta) -> str:
    """``40 s``, ``3 min`` or ``1.5 h``."""
    seconds = time_left.total_seconds()
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"

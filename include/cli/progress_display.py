"""The display while a run is under way: one screen on a terminal, otherwise a line for every event."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from include.cli.console_text import readable, say_command
from include.cli.progress import RunProgress, Stage

SPINNER = Spinner("dots")
"""The mark of the present stage. All pictures share it, because it contains the time of the first picture."""


@contextmanager
def screen(title: str, console: Console) -> Iterator[Callable[[RunProgress], None]]:
    """A function that shows the progress: on a terminal in a live table, otherwise by printed lines.

    Messages that are printed on the console at the same time stay above the live table.
    """
    latest: RunProgress | None = None

    def draw() -> RenderableType:
        return picture(title, latest, time.time()) if latest else Text()

    def show(progress: RunProgress) -> None:
        nonlocal latest
        if not console.is_terminal:
            for line in events(latest, progress):
                say_command(console, line)
        latest = progress

    if console.is_terminal:
        with Live(console=console, refresh_per_second=8, get_renderable=draw):
            yield show
    else:
        say_command(console, title)
        yield show


def events(before: RunProgress | None, now: RunProgress) -> Iterator[str]:
    """Yield the lines about cells that ended or began again after ``before``, and about a new stage.

    ``before`` is None for the first progress of a command. The cells that have ended by then are not named.
    """
    reopened_ids = [cell.id for cell in now.cells if before and cell.id in before.ended - now.ended]
    yield from (f"  {cell} is measured again" for cell in reopened_ids)
    ended_ids = [cell.id for cell in now.cells if before and cell.id in now.ended - before.ended]
    for number, cell in enumerate(ended_ids, len(now.ended) - len(ended_ids) + 1):
        outcome = "failed" if cell in now.failed else "sealed"
        yield f"  {number}/{len(now.cells)} {cell} {outcome}{_time_left(now)}"
    if before is None or before.stage is not now.stage:
        left = _time_left(now) if now.stage is Stage.CELLS else ""
        yield f"{now.stage.name.capitalize()}: {now.stage.value}{left}"
    if now.waits_for and (before is None or before.waits_for != now.waits_for):
        yield f"  Waiting: {now.waits_for}"


def picture(title: str, progress: RunProgress, now: float) -> RenderableType:
    """The title, and a row for each stage. ``now`` is in seconds of the wall clock."""
    table = Table.grid(padding=(0, 1))
    times = pairwise([*progress.began.values(), now])
    seconds = {stage: end - began for stage, (began, end) in zip(progress.began, times, strict=True)}
    for stage in Stage:
        name = stage.name.capitalize()
        if stage not in seconds:
            table.add_row(Text("·", style="dim"), name)
            continue
        mark = SPINNER if stage is progress.stage else Text("✓", style="green")
        duration = Text(f"{seconds[stage]:.0f} s", style="dim", justify="right")
        table.add_row(mark, name, duration, _detail(stage, progress))
    return Group(Text(title, style="bold"), table)


def _detail(stage: Stage, progress: RunProgress) -> RenderableType:
    is_current = stage is progress.stage
    left = _time_left(progress) if is_current else ""
    if stage is not Stage.CELLS:
        text = progress.waits_for or f"{stage.value}{left}"
        return Text(text if is_current else "", style="dim")
    ended, total = len(progress.ended), len(progress.cells)
    failed = f", {len(progress.failed)} failed" if progress.failed else ""
    bar = Table.grid(padding=(0, 1))
    bar.add_row(ProgressBar(total=total, completed=ended, width=30), f"{ended} of {total}{failed}{left}")
    return Group(bar, Text(progress.current, style="cyan")) if is_current else bar


def _time_left(progress: RunProgress) -> str:
    """The expected time until the end, as the end of a sentence; empty until the first cell begins."""
    return "" if progress.time_left is None else f", about {readable(progress.time_left)} left"

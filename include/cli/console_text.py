"""Texts of commands on the console: printed lines, commands to type, paths, and durations."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

from rich.console import Console

from include.cli.errors_and_exit_codes import BadRequestError
from include.kinds.registry import did_you_mean
from include.machine import folders, settings
from include.machine.storage.atomic_write import check_storage
from include.machine.storage.path import AnyPath
from include.plan.plan import find_run


def say(console: Console, text: str, style: str = "") -> None:
    """Print a text. On a terminal, the text is wrapped between words; elsewhere, it is not wrapped."""
    console.print(text, style=style, markup=False, highlight=False, soft_wrap=not console.is_terminal)


def say_command(console: Console, text: str) -> None:
    """Print a text that ends with a path or a command. The path or command can be copied as one line."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def saying(console: Console) -> Callable[[str], None]:
    """Make a function that prints a message as one line."""
    return partial(say_command, console)


def command_line(command: str, **values: str) -> str:
    """A command in the form that the user types.

    If ``make`` started this process, the command is a ``make`` command.
    """
    if settings.MAKE_LEVEL.is_set:
        return " ".join([f"make {command}", *(f"{name.upper()}={value}" for name, value in values.items())])
    program = "kerran" if folders.IS_WHEEL else str(shown(folders.ROOT / ".venv/bin/kerran"))
    return " ".join([f"{program} {command}", *(f"--{name} {value}" for name, value in values.items())])


def shown(path: AnyPath) -> AnyPath:
    """The path, relative to the working folder if it is in this folder."""
    if isinstance(path, Path) and path.is_relative_to(here := Path.cwd()):
        return path.relative_to(here)
    return path


def readable(duration: timedelta) -> str:
    """The duration as ``40 s``, ``3 min`` or ``1.5 h``."""
    seconds = duration.total_seconds()
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"


def run_folder(run: str, option: str) -> AnyPath:
    """The folder of a run that the user names in an option: by its name, ``latest``, its path or its URL."""
    check_storage(folders.RUNS)
    if folder := find_run(run):
        return folder
    names = [entry.name for entry in folders.RUNS.iterdir()] if folders.RUNS.is_dir() else []
    raise BadRequestError(f"{option}: there is no run {run!r} in {folders.RUNS}{did_you_mean(run, names)}")

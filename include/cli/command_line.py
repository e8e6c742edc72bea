"""Commands and paths as a user in the project's folder would type them."""

from pathlib import Path

from include import folders, settings
from include.storage.path import AnyPath


def command_line(command: str, **values: str) -> str:
    """A command as the user would type it: by make, if this command was started by make."""
    if settings.MAKE_LEVEL.is_set:
        return " ".join([f"make {command}", *(f"{name.upper()}={value}" for name, value in values.items())])
    return " ".join([f".venv/bin/kerran {command}", *(f"--{name} {value}" for name, value in values.items())])


def shown(path: AnyPath) -> AnyPath:
    """The path as a user in the project's folder would type it."""
    if isinstance(path, Path) and path.is_relative_to(folders.ROOT):
        return path.relative_to(folders.ROOT)
    return path

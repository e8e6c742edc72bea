"""The folder of a run that a user names."""

from include import folders
from include.cli.exit_codes import BadRequestError
from include.matrix.plan import find_run
from include.registry import did_you_mean
from include.storage.path import AnyPath


def run_folder(run: str, option: str) -> AnyPath:
    """The folder of a run, by the name or the folder that a user gave.

    Args:
        run: The name or the folder.
        option: The option with which it was given, for the message.

    Raises:
        BadRequestError: There is no such run. The message has the name of a similar run.
    """
    if folder := find_run(run):
        return folder
    names = [entry.name for entry in folders.RUNS.iterdir()] if folders.RUNS.is_dir() else []
    raise BadRequestError(f"{option}: there is no run {run!r} in {folders.RUNS}{did_you_mean(run, names)}")

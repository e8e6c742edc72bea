"""Pack a run into one file that others can verify: ``kerran export``."""

from pathlib import Path

import typer

from include import folders
from include.cli.exit_codes import BadRequestError, exit_on_error
from include.cli.run_folder import run_folder
from include.evidence.package import write_package
from include.storage.atomic_write import check_storage


def export(run: str, file: str, with_raw_logs: bool) -> None:
    """Write the package of a run.

    Args:
        run: The name or the folder of the run.
        file: The zip file; empty for ``<run>.zip`` in the working folder.
        with_raw_logs: Whether the package has the raw logs.
    """
    with exit_on_error():
        check_storage(folders.RUNS)
        folder = run_folder(run, "RUN").resolve()
        target = Path(file or f"{folder.name}.zip")
        if not target.parent.is_dir():
            raise BadRequestError(f"--output: there is no folder {target.parent}")
        files = write_package(folder, target, with_raw_logs)
        size = target.stat().st_size / 1e6
        typer.echo(f"{target}: {files} files, {size:.1f} MB. To check it: kerran verify {target}")

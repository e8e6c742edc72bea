"""Pack a run into a file, and verify a packed run: ``kerran export`` and ``kerran verify``."""

from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from include.cli.console_text import run_folder
from include.cli.errors_and_exit_codes import BadRequestError, ExitCode, exit_on_error
from include.cli.local_airflow.environment import LOCAL
from include.cli.local_airflow.process_cleanup import exclusive_command
from include.cli.measure import submit
from include.machine.processes.owner_mark import owner_environment
from include.plan.plan import read_plan
from include.rawlog.cells_and_results_of_run import RESULTS_FOLDER, cells_without_raw_log, sealed_ids
from include.report.run_package import has_raw_logs, result_differences, unpack, write_package


def export(run: str, file: str, with_raw_logs: bool) -> None:
    """Write the package of a run."""
    with exit_on_error():
        folder = run_folder(run, "RUN").resolve()
        target = Path(file or f"{folder.name}.zip")
        if not target.parent.is_dir():
            raise BadRequestError(f"--output: there is no folder {target.parent}")
        if target.is_dir():
            example = target / f"{folder.name}.zip"
            raise BadRequestError(f"--output: {target} is a folder; name a file, such as {example}")
        read_plan(folder)  # a package without a plan cannot be used
        cells = cells_without_raw_log(folder) if with_raw_logs else []
        if cells and len(cells) == len(sealed_ids(folder)):
            raise BadRequestError(f"--raw: the run {folder.name} has no raw logs; export it without --raw")
        try:
            files = write_package(folder, target, with_raw_logs)
        except OSError as error:
            raise BadRequestError(f"--output: {target} cannot be written: {error}") from None
        size = target.stat().st_size / 1e6
        typer.echo(f"{target}: {files} files, {size:.1f} MB. To check it: kerran verify {target}")
        if cells:
            missing = f"{len(cells)} of {len(sealed_ids(folder))} cells, such as {cells[0]}"
            typer.echo(f"Raw logs are missing in the run and in the package: {missing}.")


def verify(file: str) -> ExitCode:
    """Check all checksums of a package.

    If the package has all raw logs, compute the results again and compare them with the packed results.
    """
    with exit_on_error("Interrupted; no process is left running."), TemporaryDirectory() as folder:
        if not Path(file).is_file():
            raise BadRequestError(f"FILE: there is no file {file}")
        run = unpack(Path(file), Path(folder))
        typer.echo(f"{run.name}: all checksums are correct.")
        if not has_raw_logs(run):
            typer.echo(
                "The file does not contain the raw logs of all cells, so the results were not computed "
                "again. kerran export --raw packs the raw logs."
            )
            return ExitCode.GOOD
        return _compare(run)


def _compare(run: Path) -> ExitCode:
    packed_results = run.with_name(f"{run.name}.packed")
    if not (run / RESULTS_FOLDER).is_dir():
        raise BadRequestError(
            f"{run.name}: there are no results to compare, because the run was packed before it was measured"
        )
    (run / RESULTS_FOLDER).rename(packed_results)
    with exclusive_command("kerran verify", typer.echo) as guardian:
        typer.echo("Computing the results from the raw logs")
        submit([run], LOCAL, owner_environment(guardian.identity))
    differences = list(result_differences(packed_results, run / RESULTS_FOLDER))
    for sentence in differences:
        typer.echo(sentence)
    tables = len(list(packed_results.glob("*.parquet")))
    if not differences:
        typer.echo(f"{tables} tables were computed again, and have the same values.")
    return ExitCode.FAILED if differences else ExitCode.GOOD

"""Check the file of a run, and compute its results again from its raw logs: ``kerran verify``."""

from pathlib import Path
from tempfile import TemporaryDirectory

import typer

from include.cli.exit_codes import BadRequestError, ExitCode, exit_on_error
from include.cli.measure import submit
from include.evidence.differences import result_differences
from include.evidence.package import has_raw_logs, unpack
from include.local_airflow.exclusive_command import exclusive_command
from include.local_airflow.process_cleanup import unwind_on_signals
from include.local_airflow.spark_master import LOCAL
from include.processes.owner import owner_environment
from include.rawlog.results_folder import RESULTS_FOLDER


def verify(file: str) -> ExitCode:
    """Check all checksums of a package and, if it has raw logs, compare its results with new ones."""
    with exit_on_error("Interrupted; no process is left running."), TemporaryDirectory() as folder:
        unwind_on_signals()
        if not Path(file).is_file():
            raise BadRequestError(f"FILE: there is no file {file}")
        run = unpack(Path(file), Path(folder))
        typer.echo(f"{run.name}: the checksum of every file is right.")
        if not has_raw_logs(run):
            typer.echo(
                "The file does not have the raw log of every cell (kerran export --raw packs them): nothing "
                "was computed again."
            )
            return ExitCode.GOOD
        return _compare(run)


def _compare(run: Path) -> ExitCode:
    packed = run.with_name(f"{run.name}.packed")
    if not (run / RESULTS_FOLDER).is_dir():
        raise BadRequestError(f"{run.name}: there are no results to compare; the run was packed unmeasured")
    (run / RESULTS_FOLDER).rename(packed)
    with exclusive_command("kerran verify", typer.echo) as command:
        typer.echo("Computing the results from the raw logs")
        submit([run], LOCAL, owner_environment(command.guardian.identity))
    found = list(result_differences(packed, run / RESULTS_FOLDER))
    for sentence in found:
        typer.echo(sentence)
    tables = len(list(packed.glob("*.parquet")))
    if not found:
        typer.echo(f"{tables} tables were computed again, and have the same values.")
    return ExitCode.FAILED if found else ExitCode.GOOD

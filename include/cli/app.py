"""The commands of ``kerran``, their options and their help. What a command does is in the module of its name.

Modules that do the work are imported by the command that needs them, so that help and completion are quick.
"""

import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.main import get_command

from include import settings
from include.cli import make_variables, options
from include.cli.options import ExperimentOption, RunOption, SparkOption, option, with_overrides
from include.folders import ROOT
from include.registry import did_you_mean

BAD_REQUEST = 2

SweepExperimentOption = Annotated[str, options.experiment("cost, or the experiment of the run to complete")]

EPILOG = (
    "Exit codes: 0 good, 1 something failed or a cell is missing, 2 the request cannot be run, 3 a promise "
    "that is expected to be kept was broken, 4 a candidate is worse, 5 too little was decided, 130 "
    "interrupted. All environment variables are in docs/configuration.md."
)

app = typer.Typer(
    name="kerran",
    help="Measure what Kafka's delivery guarantees cost, and whether they hold.",
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def version() -> str:
    """The version of Kerran."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def refuse(message: str) -> NoReturn:
    """End the command because of a bad request."""
    typer.secho(message, err=True, fg="red")
    sys.exit(BAD_REQUEST)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"kerran {version()}")
        raise typer.Exit


@app.callback()
def kerran(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Measure what Kafka's delivery guarantees cost, and whether they hold."""
    known = [*(variable.name for variable in settings.VARIABLES), *option_variables()]
    for name in settings.own_variables():
        if name not in known:
            refuse(
                f"{name}: Kerran has no such environment variable{did_you_mean(name, known)}\n"
                "All variables are in docs/configuration.md."
            )


@app.command(epilog=EPILOG)
@with_overrides()
def sweep(
    given: dict[str, Any],
    experiment: SweepExperimentOption = "",
    run: RunOption = "",
    spark: SparkOption = "",
) -> None:
    """Run an experiment and publish its report, or complete a run."""
    from include.cli.sweep import sweep

    raise typer.Exit(sweep(experiment, run, given, spark))


@app.command(epilog=EPILOG)
@with_overrides()
def calibrate(given: dict[str, Any], run: RunOption = "", spark: SparkOption = "") -> None:
    """Measure which differences this machine can detect. The experiment calibration takes fifty minutes."""
    from include.cli.sweep import sweep

    raise typer.Exit(sweep("calibration", run, given, spark))


@app.command(epilog=EPILOG)
@with_overrides()
def plan(given: dict[str, Any], experiment: ExperimentOption = "cost") -> None:
    """Print what an experiment would run, and how long the cells would take. Nothing is run or written."""
    from include.cli.plan import print_plan

    print_plan(experiment, given)


@app.command(epilog=EPILOG)
@with_overrides("baseline", "candidate", "messages")
def judge(
    given: dict[str, Any],
    producer: Annotated[
        str,
        typer.Option(
            help="File with the settings of your producer, for the Java client or for librdkafka.",
            metavar="FILE",
            show_default="an idempotent producer",
        ),
    ] = "",
    consumer: Annotated[
        str,
        typer.Option(
            help="File with the settings of your consumer; it may be the same file.",
            metavar="FILE",
            show_default="a consumer that reads committed messages, which no fault strikes",
        ),
    ] = "",
    baseline: Annotated[
        str,
        typer.Option(
            help="File with settings to compare the costs with.",
            metavar="FILE",
            show_default="the client's defaults",
        ),
    ] = "",
    client: Annotated[
        str,
        typer.Option(
            help="Client of the files: librdkafka, java, or java with a release.",
            metavar="CLIENT",
            show_default="the client that has the settings",
        ),
    ] = "",
    min_insync_replicas: Annotated[
        str,
        typer.Option(
            help="The min.insync.replicas of your topic, from 1 to 3. Example: 2.",
            metavar="N",
            show_default="1, as Kafka's",
        ),
    ] = "",
    plan_only: Annotated[
        bool,
        typer.Option(
            "--plan-only", help="Print what the settings promise, and what would run.", show_default="run it"
        ),
    ] = False,
    run: Annotated[
        str, typer.Option(help="Name of the new run.", metavar="NAME", show_default="judge and the time")
    ] = "",
    spark: SparkOption = "",
) -> None:
    """Say what your client settings promise, whether they keep it under faults, and what they cost.

    Example: kerran judge --producer app.properties --consumer app.properties
    """
    from include.cli.judge import judge
    from include.judging.judgement import Files

    files = Files(*(Path(text) if text else None for text in (producer, consumer, baseline)))
    raise typer.Exit(judge(files, client, min_insync_replicas, run, given, spark, is_plan_only=plan_only))


@app.command(epilog=EPILOG)
@with_overrides("release", "baseline", "candidate")
def backfill(
    given: dict[str, Any],
    first: Annotated[
        str,
        option(
            "from",
            "First Kafka release. Example: 2.3.",
            "--from",
            metavar="RELEASE",
            show_default="0.11, the first release with transactions",
        ),
    ] = "",
    last: Annotated[
        str,
        option(
            "to", "Last Kafka release. Example: 4.2.", "--to", metavar="RELEASE", show_default="the newest"
        ),
    ] = "",
    releases: Annotated[
        str,
        option(
            "releases",
            "Only these releases, separated by spaces. Example: '0.11 2.3 3.1'.",
            metavar="RELEASES",
            show_default="all from the first to the last",
        ),
    ] = "",
    experiment: ExperimentOption = "releases",
) -> None:
    """Run an experiment on every Kafka release, one after another. Complete releases are left out."""
    from include.cli.backfill import backfill

    raise typer.Exit(backfill(experiment, first, last, releases.split(), given))


@app.command(epilog=EPILOG)
def compare(
    baseline: Annotated[
        str, typer.Option(help="Run to compare with: its name or its folder.", metavar="RUN")
    ],
    candidate: Annotated[str, typer.Option(help="Run to compare: its name or its folder.", metavar="RUN")],
) -> None:
    """Compare two runs, and publish the comparison.

    Example: kerran compare --baseline monday --candidate tuesday
    """
    from include.cli.compare import compare

    compare(baseline, candidate)


@app.command(epilog=EPILOG)
def history(
    experiment: ExperimentOption = "releases",
    along: Annotated[
        str,
        option(
            "along",
            "Order of the runs: by Kafka release or by time.",
            metavar="release|time",
            show_default="release if the runs have several releases, otherwise time",
        ),
    ] = "",
) -> None:
    """Publish the results of all runs of an experiment, in their order."""
    from include.cli.history import history

    history(experiment, along)


@app.command(epilog=EPILOG)
def measure(
    runs: Annotated[
        list[str], typer.Argument(help="Runs to measure again: names or folders.", metavar="RUN...")
    ],
    spark: SparkOption = "",
) -> None:
    """Compute the results of runs again from their raw logs, and render their reports again."""
    from include.cli.measure import measure

    measure(runs, spark)


@app.command(epilog=EPILOG)
def export(
    run: Annotated[str, typer.Argument(help="Run to pack: its name or its folder.", metavar="RUN")],
    output: Annotated[
        str,
        typer.Option(help="The zip file.", metavar="FILE", show_default="the run's name, in this folder"),
    ] = "",
    raw: Annotated[
        bool,
        typer.Option(
            "--raw",
            help="Pack the raw logs too, so that results can be computed again.",
            show_default="no raw logs",
        ),
    ] = False,
) -> None:
    """Pack a run into one file, with checksums: plan, manifests, results, report and, if asked, raw logs."""
    from include.cli.export import export

    export(run, output, raw)


@app.command(epilog=EPILOG)
def verify(
    file: Annotated[str, typer.Argument(help="File that kerran export wrote.", metavar="FILE")],
) -> None:
    """Check the file of a run, and compare its results with those that its raw logs give again."""
    from include.cli.verify import verify

    raise typer.Exit(verify(file))


@app.command(epilog=EPILOG)
def releases() -> None:
    """List the Kafka releases since transactions were introduced (0.11), and record new ones."""
    from include.cli.releases import print_releases

    print_releases()


@app.command(epilog=EPILOG)
def doctor() -> None:
    """Say what this machine has, what is missing, and what to do about it."""
    from include.cli.doctor import doctor

    raise typer.Exit(doctor())


@app.command(epilog=EPILOG)
def up() -> None:
    """Start Airflow, for use from its pages. The address and the login are printed."""
    from include.cli.up import up

    up()


@app.command(epilog=EPILOG)
def down() -> None:
    """Stop the Airflow that kerran up started."""
    from include.cli.down import down

    down()


@app.command(epilog=EPILOG)
def clean() -> None:
    """End the processes that killed commands left running. Runs and their files stay."""
    from include.cli.clean import clean

    clean()


@cache
def commands() -> dict[str, Any]:
    """Typer's objects of the commands, by name."""
    return dict(get_command(app).commands)  # type: ignore[attr-defined]  # it is a group


def options_of_command(command: str) -> dict[str, Any]:
    """Typer's objects of the options of a command, by name: ``--load-cpus``."""
    flags = {flag: one for one in commands()[command].params for flag in one.opts if flag.startswith("--")}
    return {flag: one for flag, one in flags.items() if flag != "--help"}


def option_variables() -> list[str]:
    """The environment variables of all options."""
    options = [one for command in commands() for one in options_of_command(command).values()]
    return sorted({one.envvar for one in options if one.envvar})


def main() -> None:
    """Run the command line, with the variables of make's command line as options."""
    arguments = sys.argv[1:]
    if variables := settings.make_variables():
        command = arguments[0]
        try:
            arguments += make_variables.options_of(command, variables, options_of_command(command))
        except make_variables.UnknownVariableError as error:
            refuse(str(error))
    app(args=arguments, prog_name="kerran")

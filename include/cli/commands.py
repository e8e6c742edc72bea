"""The commands of ``kerran`` and their help.

A command imports its modules only when it runs, so that help and completion are quick.
"""

import sys
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand
from typer.main import get_command

from include.cli import make_variables, options
from include.kinds.registry import did_you_mean
from include.machine import settings

BAD_REQUEST = 2

EPILOG = (
    "Exit codes: 0 good, 1 something failed or a cell is missing, 2 the request cannot be run, 3 a promise "
    "that is expected to be kept was broken, 4 a candidate is worse than the baseline, 5 too little was "
    "decided, 130 interrupted. All environment variables are in docs/configuration.md."
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
    return metadata.version("kerran")


def refuse(message: str) -> NoReturn:
    """Print an error message, and end the command with the exit code of a bad request."""
    typer.secho(message, err=True, fg="red")
    sys.exit(BAD_REQUEST)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"kerran {version()}")
        raise typer.Exit


class ExperimentCommand(TyperCommand):
    """A command with the option ``--experiment``, which is named if the experiment is given without it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - Typer hides its type
        """Parse the arguments, and refuse an argument without an option."""
        ctx.allow_extra_args = True
        arguments = super().parse_args(ctx, args)
        if arguments and not ctx.resilient_parsing:
            ctx.fail(f"{arguments[0]!r} has no option; an experiment is named by --experiment {arguments[0]}")
        return arguments


@app.callback()
def kerran(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Measure what Kafka's delivery guarantees cost, and whether they hold."""
    all_options = [option for command in commands() for option in options_of_command(command).values()]
    option_variables = {option.envvar for option in all_options if option.envvar}
    variables = [*(variable.name for variable in settings.VARIABLES), *sorted(option_variables)]
    for name in settings.own_variables():
        if name not in variables:
            refuse(
                f"{name}: Kerran has no such environment variable{did_you_mean(name, variables)}\n"
                "All variables are in docs/configuration.md."
            )


@app.command(cls=ExperimentCommand, epilog=EPILOG)
@options.with_overrides()
def sweep(
    override_values: dict[str, Any],
    experiment: options.SweepExperimentOption = "",
    run: options.RunOption = "",
    spark: options.SparkOption = "",
) -> None:
    """Run an experiment and publish its report, or complete a run."""
    from include.cli.sweep import sweep

    raise typer.Exit(sweep(experiment, run, override_values, spark))


@app.command(epilog=EPILOG)
@options.with_overrides()
def calibrate(
    override_values: dict[str, Any], run: options.RunOption = "", spark: options.SparkOption = ""
) -> None:
    """Measure which differences this machine can detect. The experiment “calibration” takes fifty minutes."""
    from include.cli.sweep import sweep

    raise typer.Exit(sweep("calibration", run, override_values, spark))


@app.command(cls=ExperimentCommand, epilog=EPILOG)
@options.with_overrides()
def plan(override_values: dict[str, Any], experiment: options.ExperimentOption = "cost") -> None:
    """Print what an experiment would run, and how long the cells would take. Nothing is run or written."""
    from include.cli.plan import print_plan

    print_plan(experiment, override_values)


@app.command(epilog=EPILOG)
@options.with_overrides("baseline", "candidate", "messages")
def judge(
    override_values: dict[str, Any],
    producer: options.ProducerOption = "",
    consumer: options.ConsumerOption = "",
    baseline: options.BaselineFileOption = "",
    client: options.ClientOption = "",
    format: options.FormatOption = "",
    prefix: options.PrefixOption = "",
    client_in_file: options.ClientInFileOption = "",
    min_insync_replicas: options.MinInsyncReplicasOption = None,
    limits_from: options.LimitsFromOption = "",
    topic: options.TopicOption = "",
    application: options.ApplicationOption = "",
    image: options.ImageOption = "",
    promise: options.PromiseOption = "at-least-once",
    env: options.EnvironmentOption = None,
    instances: options.InstancesOption = 1,
    start_seconds: options.StartSecondsOption = None,
    quiet_seconds: options.QuietSecondsOption = None,
    restart_after: options.RestartAfterOption = None,
    id_at: options.IdPlaceOption = "",
    count_at: options.CountPlaceOption = "",
    outputs_per_message: options.OutputsOption = 1,
    values: options.ValuesOption = "json",
    message: options.MessageOption = "",
    settings_file: options.SettingsFileOption = "",
    plan_only: Annotated[
        bool,
        typer.Option(
            "--plan-only", help="Print what the settings promise, and what would run.", show_default="run it"
        ),
    ] = False,
    run: Annotated[str, options.plain_option("Name of the new run.", "NAME", "judge and the time")] = "",
    spark: options.SparkOption = "",
) -> None:
    """Say what your client settings promise, whether they keep the promise under faults, and what they cost.

    With --application: whether your application loses or repeats messages when it, or a broker, dies.

    Example: kerran judge --producer app.properties --consumer app.properties
    """
    if application or image:
        from include.cli.judge_application import ApplicationOptions, judge_application

        if producer or consumer or baseline:
            refuse("--application: judges the application as it is; leave out the files of client settings")
        request = ApplicationOptions(
            application,
            image,
            promise,
            tuple(env or ()),
            {
                "instances": instances,
                "start_seconds": start_seconds,
                "quiet_seconds": quiet_seconds,
                "restart_after_s": restart_after,
                "id_at": id_at or None,
                "count_at": count_at or None,
                "outputs_per_message": outputs_per_message,
                "values": values,
            },
            Path(message) if message else None,
            Path(settings_file).absolute() if settings_file else None,
        )
        raise typer.Exit(judge_application(request, run, override_values, spark, is_plan_only=plan_only))
    from include.cli.judge import OwnCluster, judge
    from include.plan.judging.judge_files import Files
    from include.plan.judging.user_file import Reading

    reading = Reading(format, prefix, tuple(client_in_file.split(",")) if client_in_file else ())
    paths = [Path(text) if text else None for text in (producer, consumer, baseline)]
    files = Files(paths[0], paths[1], paths[2], reading)
    raise typer.Exit(
        judge(
            files,
            client,
            OwnCluster(limits_from, topic, min_insync_replicas),
            run,
            override_values,
            spark,
            is_plan_only=plan_only,
        )
    )


@app.command(cls=ExperimentCommand, epilog=EPILOG)
@options.with_overrides("release", "baseline", "candidate")
def backfill(
    override_values: dict[str, Any],
    first: options.FirstReleaseOption = "",
    last: options.LastReleaseOption = "",
    releases: options.ReleasesOption = "",
    experiment: options.NamedExperimentOption = "releases",
) -> None:
    """Run an experiment on every feature release of Kafka. Releases with a complete run are left out."""
    from include.cli.backfill import backfill

    raise typer.Exit(backfill(experiment, first, last, releases.split(), override_values))


@app.command(epilog=EPILOG)
def compare(
    baseline: Annotated[str, typer.Option(help="Baseline: the name or the folder of a run.", metavar="RUN")],
    candidate: Annotated[
        str, typer.Option(help="Candidate: the name or the folder of a run.", metavar="RUN")
    ],
) -> None:
    """Compare two runs, and publish the comparison.

    Example: kerran compare --baseline monday --candidate tuesday
    """
    from include.cli.compare import compare

    compare(baseline, candidate)


@app.command(cls=ExperimentCommand, epilog=EPILOG)
def history(experiment: options.NamedExperimentOption = "releases", along: options.AlongOption = "") -> None:
    """Publish the comparable runs of an experiment, ordered by Kafka release or by time."""
    from include.cli.history import history

    history(experiment, along)


@app.command(epilog=EPILOG)
def measure(
    runs: Annotated[
        list[str], typer.Argument(help="Runs to measure again: names or folders.", metavar="RUN...")
    ],
    spark: options.SparkOption = "",
) -> None:
    """Compute the results of runs again from their raw logs, and render their reports again."""
    from include.cli.measure import measure

    measure(runs, spark)


@app.command(epilog=EPILOG)
def export(
    run: Annotated[str, typer.Argument(help="Run to pack: its name or its folder.", metavar="RUN")],
    output: Annotated[
        str, options.plain_option("The zip file.", "FILE", "the run's name with .zip, in the current folder")
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
    from include.cli.export_and_verify import export

    export(run, output, raw)


@app.command(epilog=EPILOG)
def verify(
    file: Annotated[str, typer.Argument(help="File that kerran export wrote.", metavar="FILE")],
) -> None:
    """Check an exported run, and compare its results with results computed again from its raw logs."""
    from include.cli.export_and_verify import verify

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
    """Start Airflow for use in a browser. The address and the login are printed."""
    from include.cli.up_down_clean import up

    up()


@app.command(epilog=EPILOG)
def down() -> None:
    """Stop the Airflow that was started with “kerran up”."""
    from include.cli.up_down_clean import down

    down()


@app.command(epilog=EPILOG)
def clean() -> None:
    """End the processes that were left running when commands were killed. Runs and their files stay."""
    from include.cli.up_down_clean import clean

    clean()


@cache
def commands() -> dict[str, Any]:
    """The commands as Typer's objects, by name."""
    return dict(get_command(app).commands)  # type: ignore[attr-defined]  # it is a group


def options_of_command(command: str) -> dict[str, Any]:
    """The options of a command as Typer's objects, by name, such as ``--load-cpus``."""
    flags = {
        flag: param for param in commands()[command].params for flag in param.opts if flag.startswith("--")
    }
    return {flag: option for flag, option in flags.items() if flag != "--help"}


def main() -> None:
    """Run the command line. Variables on the command line of ``make`` become options of the command."""
    arguments = sys.argv[1:]
    if variables := settings.make_variables():
        command = arguments[0]
        try:
            arguments += make_variables.options_of(command, variables, options_of_command(command))
        except make_variables.UnknownVariableError as error:
            refuse(str(error))
    app(args=arguments, prog_name="kerran")

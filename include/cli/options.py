"""The options of the commands. The options for overrides are derived from ``include.plan.overrides``."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from include.machine.settings import option_variable
from include.plan.conditions import OverrideTarget
from include.plan.judging.deployment import REPLICAS
from include.plan.judging.settings_format import FORMATS
from include.plan.load import names
from include.plan.override_values import form_schema, parse_value
from include.plan.overrides import OVERRIDE_NAMES, override_of
from include.plan.validation_errors import ExperimentError

PANELS = {
    OverrideTarget.EXPERIMENT: "Changes of the experiment",
    OverrideTarget.CONSTANT: "Changes of the experiment",
    OverrideTarget.ARM: "Changes of the experiment",
    OverrideTarget.PLACEMENT: "Where the cells run",
    OverrideTarget.CONDITION: "Conditions of all cells",
}
"""The headings of the overrides in a command's help, by the overrides' targets."""

METAVARS = {"integer": "N", "number": "NUMBER", "string": "TEXT"}


def plain_option(description: str, value: str, default: str | bool, *flags: str, **more: Any) -> Any:  # noqa: ANN401 - as Typer has it
    """An option without an environment variable. Its help shows ``value`` and ``default``."""
    return typer.Option(*flags, help=description, metavar=value, show_default=default, **more)


def option(name: str, description: str, value: str, default: str | bool, *flags: str, **more: Any) -> Any:  # noqa: ANN401 - as Typer has it
    """An option whose value may also come from an environment variable."""
    variable = option_variable(name)
    return plain_option(description, value, default, *flags, envvar=variable, show_envvar=True, **more)


def _experiments(incomplete: str) -> list[str]:
    return [name for name in names() if name.startswith(incomplete)]


def experiment(value: str, default: str | bool = True) -> Any:  # noqa: ANN401 - as Typer has it
    """The option ``--experiment``. Its help contains ``value`` and, if it is a text, ``default``."""
    return option("experiment", f"Experiment: {value}", "NAME", default, autocompletion=_experiments)


NAME_OR_PATH = "the name of a file in include/experiments, or the path of a file. Example: thesis."

ExperimentOption = Annotated[str, experiment(NAME_OR_PATH)]
SweepExperimentOption = Annotated[
    str, experiment(NAME_OR_PATH, "cost, or the experiment of the run to complete")
]
NamedExperimentOption = Annotated[str, experiment("the name of an experiment. Example: releases.")]

RUN_HELP = "Name of the run. A run that exists is completed: sealed cells are not run again. Example: monday."
RunOption = Annotated[str, option("run", RUN_HELP, "NAME", "the name of the experiment and the time")]

SPARK_HELP = (
    "Spark master that computes the results: a URL, or cluster for a master and two workers in containers. "
    "Example: spark://host:7077."
)
SparkOption = Annotated[str, option("spark", SPARK_HELP, "URL", "this machine")]

PRODUCER_HELP = "File with the settings of your producer, for the Java client or for librdkafka."
ProducerOption = Annotated[str, plain_option(PRODUCER_HELP, "FILE", "an idempotent producer")]

CONSUMER_HELP = "File with the settings of your consumer; it may be the file of --producer."
ConsumerOption = Annotated[
    str,
    plain_option(CONSUMER_HELP, "FILE", "a consumer that reads committed messages; no fault strikes it"),
]
BaselineFileOption = Annotated[
    str,
    plain_option(
        "File with the settings of the baseline, with which the costs are compared.",
        "FILE",
        "the client's defaults",
    ),
]
CLIENT_HELP = (
    "Client that the files are for: librdkafka or java, with or without a release. Example: java-3.9."
)
ClientOption = Annotated[
    str, plain_option(CLIENT_HELP, "CLIENT", "the client that knows most of the settings")
]
FormatOption = Annotated[
    str,
    plain_option(
        f"Format of the files: {', '.join(FORMATS)}. Example: spring-boot.",
        "FORMAT",
        "recognised by its keys",
    ),
]
PrefixOption = Annotated[
    str,
    plain_option(
        "Prefix of the client's settings in the files. Example: app.kafka.producer.",
        "PREFIX",
        "as the format has it",
    ),
]
ClientInFileOption = Annotated[
    str,
    plain_option(
        "Client of a file that has several, such as a channel or a connector; for two roles, two names with "
        "a comma. Example: orders.",
        "NAME",
        "the only one",
    ),
]

MIN_INSYNC_REPLICAS_HELP = (
    f"The min.insync.replicas of your topic; the topics of judged cells have {REPLICAS} replicas. Example: 2."
)
MinInsyncReplicasOption = Annotated[
    int | None, plain_option(MIN_INSYNC_REPLICAS_HELP, "N", "1, Kafka's default", min=1, max=REPLICAS)
]
LimitsFromOption = Annotated[
    str,
    plain_option(
        "Airflow connection to your own cluster, whose brokers are asked for their limits, also with "
        "--plan-only. Example: kafka_prod.",
        "CONNECTION",
        "that of --cluster when something runs, otherwise Kafka's default limits",
    ),
]
TopicOption = Annotated[
    str,
    plain_option(
        "Topic of your application on that cluster, whose max.message.bytes and min.insync.replicas are "
        "judged.",
        "TOPIC",
        "no topic",
    ),
]
ApplicationOption = Annotated[
    str,
    plain_option(
        "Command line of your own application, which copies each message of one topic to another "
        "(docs/application.md). Example: 'java -jar app.jar'.",
        "COMMAND",
        "no application: client settings are judged",
    ),
]
PromiseOption = Annotated[
    str, plain_option("Promise of the application. Example: exactly-once.", "PROMISE", "at-least-once")
]
EnvironmentOption = Annotated[
    list[str] | None,
    plain_option(
        "Environment variable of the application; may be given several times. NAME alone is one of Kerran's "
        "environment, which a container does not get otherwise. Example: KAFKA={bootstrap_servers}.",
        "NAME[=VALUE]",
        "what Kerran's environment has",
    ),
]
InstancesOption = Annotated[
    int, plain_option("Number of instances of the application.", "N", "1", min=1, max=9)
]
StartSecondsOption = Annotated[
    float | None,
    plain_option(
        "Longest time in s until the application lets messages through.", "S", "120", min=1, max=900
    ),
]
QuietSecondsOption = Annotated[
    float | None,
    plain_option(
        "Time in s without an output after which nothing more is expected: longer than any outage.",
        "S",
        "90",
        min=1,
        max=900,
    ),
]
RestartAfterOption = Annotated[
    float | None,
    plain_option(
        "Time in s after which an application that died is started again. Example: 25.",
        "S",
        "at once",
        min=0,
        max=900,
    ),
]
IdPlaceOption = Annotated[
    str,
    plain_option(
        "Place of the input's id in an output: a JSON pointer, header, or value. Example: header.",
        "PLACE",
        "/kerran, or where {id} stands in the message of --message",
    ),
]
ImageOption = Annotated[
    str, plain_option("Container image of your application. Example: app:1.", "IMAGE", "none")
]
CountPlaceOption = Annotated[
    str,
    plain_option(
        "JSON pointer of the running count of its key in an output. Example: /count.", "POINTER", "no count"
    ),
]
OutputsOption = Annotated[
    int,
    plain_option(
        "Number of outputs that the application writes for each message. Example: 3.",
        "N",
        "1",
        min=1,
        max=100,
    ),
]
MessageOption = Annotated[
    str,
    plain_option(
        'File with an input message in JSON, in which "{id}" stands for the id. Example: order.json.',
        "FILE",
        "an object with the fields kerran, number and text",
    ),
]
SettingsFileOption = Annotated[
    str,
    plain_option(
        "Settings file of the application, with {bootstrap_servers} and so on, of which it gets a copy: "
        "{settings_file}. Example: app.yml.",
        "FILE",
        "none",
    ),
]
ValuesOption = Annotated[str, plain_option("Form of the input messages: json or bytes.", "FORM", "json")]
FIRST_DEFAULT = "0.11, the first release with transactions"
FirstReleaseOption = Annotated[
    str, option("from", "First Kafka release. Example: 2.3.", "RELEASE", FIRST_DEFAULT, "--from")
]
LastReleaseOption = Annotated[
    str, option("to", "Last Kafka release. Example: 4.2.", "RELEASE", "the newest", "--to")
]
RELEASES_HELP = "Only these releases, separated by spaces. Example: '0.11 2.3 3.1'."
ReleasesOption = Annotated[
    str, option("releases", RELEASES_HELP, "RELEASES", "all releases from --from to --to")
]

ALONG_DEFAULT = "release if the runs have several releases, otherwise time"
AlongOption = Annotated[
    str, option("along", "Order of the runs: by Kafka release or by time.", "release|time", ALONG_DEFAULT)
]


def with_overrides(*but: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add an option to a command for every override except the overrides with these names.

    The command receives only the overrides that have a value. They are in the argument ``override_values``,
    by their names.
    """
    names = [name for name in OVERRIDE_NAMES if name not in but]

    def add(command: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(command)
        parameters = [
            parameter for parameter in signature.parameters.values() if parameter.name != "override_values"
        ]

        @wraps(command)
        def with_given(**values: Any) -> None:  # noqa: ANN401 - what the options hold
            override_values = {name: values.pop(name) for name in names}
            command(
                **values,
                override_values={name: value for name, value in override_values.items() if value is not None},
            )

        with_given.__signature__ = signature.replace(parameters=[*parameters, *map(_parameter, names)])  # type: ignore[attr-defined]
        return with_given

    return add


def _parameter(name: str) -> inspect.Parameter:
    annotation = Annotated[str | None, _override_option(name)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _override_option(name: str) -> Any:  # noqa: ANN401 - as Typer has it
    schema, override = form_schema(name), override_of(name)
    return option(
        name,
        f"{schema['description']} Example: {schema['examples'][0]}.",
        "|".join(schema["enum"]) if "enum" in schema else METAVARS[schema["type"]],
        override.default,
        callback=_checked,
        rich_help_panel=PANELS[override.target],
    )


def _checked(parameter: typer.CallbackParam, value: str | None) -> Any:  # noqa: ANN401 - as the override has it
    """The value of an override, parsed from a text; None for an empty text."""
    if not value:
        return None
    try:
        return parse_value(str(parameter.name), value)
    except ExperimentError as error:
        raise typer.BadParameter(str(error)) from None

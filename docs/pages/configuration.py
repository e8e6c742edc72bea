"""The text of docs/configuration.md: every option of the command and every environment variable."""

from collections.abc import Iterator
from typing import Any

from docs.pages.markdown import table
from include.cli.commands import commands, options_of_command
from include.machine import settings
from include.machine.environment_variable import VariableGroup

INTRODUCTION = """\
# Configuration

*Written by `python -m docs.pages`; a test keeps it up to date.*

Kerran takes a value from the first of these that has it:

1. an option of the command: `.venv/bin/kerran sweep --experiment thesis`, or a variable on make's command
   line, which is the option in capitals: `make sweep EXPERIMENT=thesis`;
2. an environment variable whose name begins with `KERRAN_`: `KERRAN_EXPERIMENT=thesis make sweep`;
3. the default.

A name on make's command line, or a name in the environment that begins with `KERRAN_`, is refused if it
is not in these tables. An empty value is the same as no value.

A run's `plan.json` has the values of the options that change the experiment, its cluster or the
conditions of all cells: a run is completed with them, and a command that asks for other values is refused.
Airflow's task `plan` takes what its form leaves empty from Airflow's environment: KERRAN_LOAD_CPUS,
KERRAN_LOAD_MEMORY_MIB, KERRAN_KAFKA_CPUS, KERRAN_KAFKA_MEMORY_MIB, KERRAN_KAFKA_IMAGE,
KERRAN_WARM_UP_SECONDS and KERRAN_ATTEMPTS.

The exit codes of the command are 0 (good), 1 (something failed or a cell is missing), 2 (the request
cannot be run), 3 (a promise that is expected to be kept was broken), 4 (a candidate is worse than the
baseline), 5 (too little was decided) and 130 (interrupted); [gate.md](gate.md) describes 3 to 5.
"""

DESCRIPTIONS = {
    VariableGroup.COMPOSE: (
        "For the files in `compose/`. `include.cli.compose_environment` writes what is generated, the ports "
        "and the host to `.kerran/compose.env`."
    ),
    VariableGroup.INTERNAL: "Kerran sets them for the processes that it starts; a user does not.",
}


def page() -> str:
    """The page as Markdown."""
    return "\n".join(
        [INTRODUCTION, *_options(), *(line for group in VariableGroup for line in _group(group))]
    )


def _options() -> Iterator[str]:
    yield "## Options of the command"
    yield ""
    rows: dict[tuple[str, ...], list[str]] = {}
    for command in commands():
        for flag, option in options_of_command(command).items():
            variable = f"`{option.envvar}`" if option.envvar else ""
            about = (f"`{flag}`", variable, option.metavar or "", option.help, _default(option))
            rows.setdefault(about, []).append(command)
    yield from table(
        ("Option", "Variable", "Value", "Commands", "Meaning", "Default"),
        (
            _escaped(flag, variable, value, ", ".join(of), meaning, default)
            for (flag, variable, value, meaning, default), of in rows.items()
        ),
    )


def _default(option: Any) -> str:  # noqa: ANN401 - Typer has no public type
    if option.required:
        return "must be given"
    return str(option.show_default if isinstance(option.show_default, str) else option.default or "")


def _group(group: VariableGroup) -> Iterator[str]:
    yield f"## {group}"
    yield ""
    if group in DESCRIPTIONS:
        yield DESCRIPTIONS[group]
        yield ""
    rows = [
        _escaped(f"`{variable.name}`", variable.kind, variable.description, variable.default_text)
        for variable in settings.VARIABLES
        if variable.group is group
    ]
    if group is VariableGroup.FOREIGN:
        rows += [
            _escaped(f"`{prefix}…`", "text", description, "not set")
            for prefix, description in settings.FOREIGN_PREFIXES.items()
        ]
    yield from table(("Variable", "Type", "Meaning", "Default"), rows)


def _escaped(*cells: str) -> list[str]:
    return [cell.replace("|", "&#124;").replace("<", "&lt;") for cell in cells]

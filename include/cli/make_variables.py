"""The variables on make's command line, which become options: ``make sweep EXPERIMENT=thesis``.

Make exports these variables to the environment, so that no shell interprets their values. The Makefile adds a
list of the names of these variables. A variable that was in the environment before make started is not in the
list.
"""

from collections.abc import Iterable, Mapping

from include.kinds.registry import did_you_mean
from include.machine import settings


class UnknownVariableError(ValueError):
    """The command has no such variable. The message names the variables of the command."""


def options_of(command: str, variables: Mapping[str, str], options: Iterable[str]) -> list[str]:
    """The options that correspond to the variables on make's command line.

    ``options`` are the options of the command, such as ``--load-cpus``. A variable raises an
    UnknownVariableError if it corresponds to no option and ``settings`` does not define it.
    """
    option_of = {variable_of(option): option for option in options}
    option_values = {name: value for name, value in variables.items() if not settings.is_known(name)}
    for name in option_values:
        if name not in option_of and name.removeprefix(settings.PREFIX) not in option_of:
            raise UnknownVariableError(_refusal(command, name, option_of))
    return [
        f"{option_of[name]}={value}" for name, value in option_values.items() if value and name in option_of
    ]


def variable_of(option: str) -> str:
    """The name of make's variable for an option: ``LOAD_CPUS`` for ``--load-cpus``."""
    return option.removeprefix("--").replace("-", "_").upper()


def _refusal(command: str, name: str, variables: Iterable[str]) -> str:
    names = ", ".join(variables) or "none"
    return (
        f"make {command}: there is no variable {name}{did_you_mean(name, variables)}\n"
        f"The variables of make {command}: {names}. Write the variables of other programs before make."
    )

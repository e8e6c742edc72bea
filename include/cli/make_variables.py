"""The variables on make's command line, as options of the command: ``make sweep EXPERIMENT=thesis``.

Make exports these variables to the environment by itself, so that no shell reads their values; the Makefile
adds only their names. A variable that was in the environment before make is not among them.
"""

from collections.abc import Iterable, Mapping

from include import settings
from include.registry import did_you_mean


class UnknownVariableError(ValueError):
    """A variable is not one of the command. The message names the variables of the command."""


def options_of(command: str, variables: Mapping[str, str], options: Iterable[str]) -> list[str]:
    """The options that stand for the variables.

    Args:
        command: The command, which is also the target of make.
        variables: The variables on make's command line.
        options: The options of the command: ``--load-cpus``.

    Raises:
        UnknownVariableError: A variable is neither an option of the command nor a variable of ``settings``.
    """
    option_of = {variable_of(option): option for option in options}
    given = {name: value for name, value in variables.items() if not settings.is_known(name)}
    for name in given:
        if name not in option_of and name.removeprefix(settings.PREFIX) not in option_of:
            raise UnknownVariableError(_refusal(command, name, option_of))
    return [f"{option_of[name]}={value}" for name, value in given.items() if value and name in option_of]


def variable_of(option: str) -> str:
    """The name of an option on make's command line: ``LOAD_CPUS`` for ``--load-cpus``."""
    return option.removeprefix("--").replace("-", "_").upper()


def _refusal(command: str, name: str, variables: Iterable[str]) -> str:
    names = ", ".join(variables) or "none"
    return (
        f"make {command}: there is no variable {name}{did_you_mean(name, variables)}\n"
        f"The variables of make {command}: {names}. Variables of other programs go before make."
    )

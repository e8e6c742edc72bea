"""The client that a user's files are for."""

from collections.abc import Callable, Mapping, Sequence

from include.kinds.client_releases import CLIENTS, chosen, release_problem
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.plan.judging.properties_file import FileSettings
from include.plan.validation_errors import ExperimentError

Ask = Callable[[ClientChoice, Role, Mapping[str, str]], ClientAnswer]
"""Asks a client how it interprets settings (``include.clients.client_adapters.answer_of``)."""

ANOTHER_NAME = "asked"
"""The ``transactional.id`` that replaces the user's own id when a client is asked about settings."""


def possible_clients(asked_for: str) -> list[ClientChoice]:
    """The possible clients of a user's files: the named client, or else every client that can be judged.

    Raises:
        ExperimentError: The named client does not exist, or its settings cannot be judged.
    """
    try:
        candidates = [chosen(asked_for)] if asked_for else list(map(chosen, CLIENTS))
    except ValueError as error:
        raise ExperimentError([f"--client: {error}"]) from None
    choices = [choice for choice in candidates if CLIENTS[choice.name].judged]
    if not choices:
        raise ExperimentError([f"--client: the settings of {asked_for} cannot be judged"])
    if problems := [problem for choice in choices if (problem := release_problem(choice))]:
        raise ExperimentError([f"--client: {problem}" for problem in problems])
    return choices


def recognised_client(
    files: Sequence[FileSettings], choices: Sequence[ClientChoice], ask: Ask
) -> tuple[ClientChoice, str]:
    """The client that knows the most settings of the files, and a sentence about how it was recognised."""
    if len(choices) == 1:
        return choices[0], "The client was chosen with --client."
    names = dict.fromkeys((name for file in files for name in file), "")
    unknown = {choice: ask(choice, Role.PRODUCER, names).unknown for choice in choices}
    nearest = min(choices, key=lambda choice: len(unknown[choice]))
    only = sorted(frozenset().union(*unknown.values()) - unknown[nearest])
    others = " and ".join(choice.name for choice in choices if choice != nearest)
    if not only:
        return nearest, (
            f"The files may be for {nearest.name} or {others}: no setting shows which. `--client {others}` "
            f"judges them as files for {others}."
        )
    return nearest, f"Recognised by {', '.join(only[:3])}, which {others} does not have."

"""The client that a user's files are for."""

from collections.abc import Callable, Mapping, Sequence

from include.kinds.client_releases import CLIENTS, chosen, release_problem
from include.kinds.registry import acting_half
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.plan.judging.file_settings import FileSettings
from include.plan.validation_errors import ExperimentError

Ask = Callable[[ClientChoice, Role, Mapping[str, str]], ClientAnswer]
"""Asks a client how it interprets settings (``include.clients.client_adapters.answer_of``)."""

JUDGED_CLIENTS = "include.clients.{}.judged"
"""The package with a module for each client whose settings can be judged."""

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
    choices = [choice for choice in candidates if acting_half(JUDGED_CLIENTS, choice.name)]
    if not choices:
        raise ExperimentError([f"--client: the settings of {asked_for} cannot be judged"])
    if problems := [problem for choice in choices if (problem := release_problem(choice))]:
        raise ExperimentError([f"--client: {problem}" for problem in problems])
    return choices


def recognised_client(
    files: Mapping[ClientChoice, Sequence[FileSettings]], ask: Ask
) -> tuple[ClientChoice, str]:
    """The client that knows the most settings of the files, and a sentence about how it was recognised.

    Args:
        files: The settings of the files, as each client that may be meant reads them.
        ask: Asks a client how it interprets settings.
    """
    choices = list(files)
    unknown = {
        choice: ask(
            choice, Role.PRODUCER, dict.fromkeys((name for file in read for name in file), "")
        ).unknown
        for choice, read in files.items()
    }
    nearest = min(choices, key=lambda choice: len(unknown[choice]))
    only = sorted(frozenset().union(*unknown.values()) - unknown[nearest])
    others = " and ".join(choice.name for choice in choices if choice != nearest)
    if not only:
        return nearest, (
            f"The files may be for {nearest.name} or {others}: no setting shows which. `--client {others}` "
            f"judges them as files for {others}."
        )
    return nearest, f"Recognised by {', '.join(only[:3])}, which {others} does not have."

"""The clients that a user's files may be for, and how they are asked."""

from collections.abc import Callable, Mapping

from include.kinds.client_releases import CLIENTS, chosen, release_problem
from include.load.client_choice import ClientAnswer, ClientChoice, Role
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

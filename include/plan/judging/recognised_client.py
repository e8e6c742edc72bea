"""The client that a user's files are for, by the names and the values of their settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from include.load.client_choice import ClientChoice, Role
from include.machine.secret_values import can_be_shown
from include.plan.judging.file_settings import FileSettings
from include.plan.judging.possible_clients import Ask
from include.plan.judging.role_settings import settings_to_ask_about

FilesOfClient = Sequence[tuple[Role, FileSettings]]
"""The settings of the files as a client reads them, each with the role that gets them."""


@dataclass(frozen=True)
class Recognition:
    """The client that files are for."""

    client: ClientChoice
    sentence: str
    """How the client was recognised."""
    alternatives: tuple[ClientChoice, ...] = ()
    """The other clients that the files may be for just as well."""


@dataclass(frozen=True)
class _Signs:
    """What speaks against a client: the settings that it does not have, and why it refuses others."""

    unknown: frozenset[str]
    refusals: tuple[str, ...]

    @property
    def weight(self) -> tuple[int, bool]:
        return len(self.unknown), bool(self.refusals)


def recognised_client(files: Mapping[ClientChoice, FilesOfClient], ask: Ask) -> Recognition:
    """The client that knows the most settings of the files and, of several, one that accepts their values.

    Args:
        files: The files of each client that may be meant.
        ask: Asks a client how it interprets settings.
    """
    signs = {client: _signs(client, of_client, ask) for client, of_client in files.items()}
    nearest = min(signs, key=lambda client: signs[client].weight)
    others = [client for client in signs if client != nearest]
    names = " and ".join(client.name for client in others)
    alternatives = tuple(client for client in others if signs[client].weight == signs[nearest].weight)
    if alternatives:
        return Recognition(
            nearest,
            f"The files may be for {nearest.name} or {names}: no setting shows which. `--client {names}` "
            f"judges them as files for {names}.",
            alternatives,
        )
    known = {name for _, file in files[nearest] for name in file} - signs[nearest].unknown
    only = [name for name in sorted(known) if any(name in signs[other].unknown for other in others)]
    if only:
        return Recognition(nearest, f"Recognised by {', '.join(only[:3])}, which {names} does not have.")
    refusals = "; ".join(refusal for other in others for refusal in signs[other].refusals)
    if refusals:
        return Recognition(nearest, f"Recognised by values that {names} refuses: {refusals}.")
    return Recognition(nearest, f"Recognised by lines in which {names} reads settings that it does not have.")


def _signs(client: ClientChoice, files: FilesOfClient, ask: Ask) -> _Signs:
    unknown: set[str] = set()
    refusals = []
    for role, file in files:
        unknown |= ask(client, Role.PRODUCER, dict.fromkeys(file, "")).unknown  # the role has no effect on it
        settings = settings_to_ask_about(client, role, file)
        shown = {name: setting.value for name, setting in settings.items() if can_be_shown(setting.value)}
        refusals.append(ask(client, role, shown).refusal.rstrip("."))
    return _Signs(frozenset(unknown), tuple(dict.fromkeys(filter(None, refusals))))

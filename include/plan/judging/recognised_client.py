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


def recognised_client(files: Mapping[ClientChoice, FilesOfClient], ask: Ask) -> Recognition:
    """The client that knows the most settings of the files and, of several, one that accepts their values.

    Args:
        files: The files of each client that may be meant.
        ask: Asks a client how it interprets settings.
    """
    unknown = {client: _unknown(client, of_client, ask) for client, of_client in files.items()}
    fewest = min(map(len, unknown.values()))
    knowing = [client for client in files if len(unknown[client]) == fewest]
    # A client is asked about values only where the names leave it open: Java takes a second to answer.
    refusals = {client: _refusals(client, files[client], ask) for client in knowing if len(knowing) > 1}
    nearest = min(knowing, key=lambda client: bool(refusals.get(client)))
    others = [client for client in files if client != nearest]
    names = " and ".join(client.name for client in others)
    alternatives = tuple(
        client for client in knowing if client in others and bool(refusals[client]) == bool(refusals[nearest])
    )
    if alternatives:
        return Recognition(
            nearest,
            f"The files may be for {nearest.name} or {names}: no setting shows which. `--client {names}` "
            f"judges them as files for {names}.",
            alternatives,
        )
    known = {name for _, file in files[nearest] for name in file} - unknown[nearest]
    only = [name for name in sorted(known) if any(name in unknown[other] for other in others)]
    if only:
        return Recognition(nearest, f"Recognised by {', '.join(only[:3])}, which {names} does not have.")
    if refused := "; ".join(refusal for other in others for refusal in refusals.get(other, ())):
        return Recognition(nearest, f"Recognised by values that {names} refuses: {refused}.")
    return Recognition(nearest, f"Recognised by lines in which {names} reads settings that it does not have.")


def _unknown(client: ClientChoice, files: FilesOfClient, ask: Ask) -> frozenset[str]:
    """The settings that a client does not have. The role has no effect on them."""
    names = (ask(client, Role.PRODUCER, dict.fromkeys(file, "")).unknown for _, file in files)
    return frozenset[str]().union(*names)


def _refusals(client: ClientChoice, files: FilesOfClient, ask: Ask) -> Sequence[str]:
    """Why a client refuses values of the files; empty if it does not."""
    refusals = []
    for role, file in files:
        settings = settings_to_ask_about(client, role, file)
        shown = {name: setting.value for name, setting in settings.items() if can_be_shown(setting.value)}
        refusals.append(ask(client, role, shown).refusal.rstrip("."))
    return list(dict.fromkeys(filter(None, refusals)))

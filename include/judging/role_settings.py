"""The settings that a producer or a consumer of a cell gets from a user's file."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from include.errors import PlatformError
from include.judging.left_out import LeftOutBecause, reason_to_leave_out
from include.judging.properties_file import FileSettings
from include.judging.recognised_client import ANOTHER_NAME, Ask, possible_clients
from include.load_runtime.client_choice import ClientAnswer, ClientChoice, Role
from include.matrix.validation_errors import ExperimentError
from include.registry import did_you_mean
from include.scenarios.clients.registry import client_of

EXPLAINED = "auto.offset.reset"
"""A consumer setting that cells leave out. The client is still asked for the setting's value, because the
report contains a remark on this value."""


@dataclass(frozen=True)
class RoleSettings:
    """The settings of a producer or of a consumer."""

    file: str
    """The file's path; empty if the settings are not from a file."""
    passed: dict[str, str]
    """The settings that are passed to the client, with unchanged values."""
    effective: dict[str, str]
    """All settings of the client, with its defaults."""
    names_in_file: frozenset[str] = frozenset()
    """The names of all settings of the file."""
    left_out: dict[LeftOutBecause, list[str]] = field(default_factory=dict)
    """The settings that the client does not get, by reason."""


def role_settings(
    client: ClientChoice, role: Role, name: str, file: FileSettings, ask: Ask, *, has_both_roles: bool
) -> RoleSettings:
    """The settings that a producer or a consumer gets from a file, and those that it does not get.

    Args:
        client: The client that the file is for.
        role: Producer or consumer.
        name: The name of the file.
        file: The settings of the file.
        ask: A function that asks a client how it interprets settings.
        has_both_roles: Whether the file also has the settings of the other role.

    Raises:
        ExperimentError: The client does not have a setting, or refuses the settings.
    """
    left_out: dict[LeftOutBecause, list[str]] = {}
    candidates = {}
    for key, setting in file.items():
        if reason := reason_to_leave_out(client_of(client), key, setting.value):
            left_out.setdefault(reason, []).append(key)
        else:
            candidates[key] = setting
    asked_about = dict(candidates)
    if role is Role.CONSUMER and EXPLAINED in file:
        asked_about[EXPLAINED] = file[EXPLAINED]
    if problems := list(_placeholders(asked_about)):
        raise ExperimentError(problems)
    substitutes = (
        {"transactional.id": ANOTHER_NAME} if role is Role.PRODUCER and "transactional.id" in file else {}
    )
    answer = ask(client, role, {key: setting.value for key, setting in asked_about.items()} | substitutes)
    unknown = _unknown(client, role, asked_about, answer, ask)
    if problems := [*unknown, *_refused(client, name, asked_about, answer)]:
        raise ExperimentError(problems)
    if answer.of_other_role and not has_both_roles:
        of = LeftOutBecause.CONSUMER if role is Role.PRODUCER else LeftOutBecause.PRODUCER
        left_out[of] = sorted(answer.of_other_role)
    passed_settings = {
        key: setting.value for key, setting in candidates.items() if key not in answer.of_other_role
    }
    return RoleSettings(name, passed_settings, answer.effective, frozenset(file), left_out)


def settings_without_file(
    client: ClientChoice, role: Role, settings: Mapping[str, str], ask: Ask
) -> RoleSettings:
    """The settings of a role without a file: ``settings``, and the client's defaults for the others."""
    answer = ask(client, role, settings)
    return RoleSettings("", dict(settings), answer.effective)


def _placeholders(settings: FileSettings) -> Iterator[str]:
    for name, setting in settings.items():
        if setting.is_placeholder:
            text = f"{setting.value} is a placeholder; write the value that the client gets"
            yield f"{setting.position}: {name}: {text}"


def _unknown(
    client: ClientChoice, role: Role, settings: FileSettings, answer: ClientAnswer, ask: Ask
) -> Iterator[str]:
    if not answer.unknown:
        return
    names = sorted(answer.unknown, key=list(settings).index)
    others = [choice for choice in possible_clients("") if choice.name != client.name]
    owners = {name: other.name for other in others for name in _known(other, role, names, ask)}
    for name in names:
        owner = owners.get(name)
        hint = f"; {owner} has it (--client {owner})" if owner else did_you_mean(name, answer.known)
        yield f"{settings[name].position}: {name}: {client} has no such setting{hint or '; remove it'}"


def _known(client: ClientChoice, role: Role, names: Sequence[str], ask: Ask) -> frozenset[str]:
    """The names in ``names`` that are settings of the client; empty if the client cannot be asked."""
    try:
        return frozenset(names) - ask(client, role, dict.fromkeys(names, "")).unknown
    except PlatformError:
        return frozenset()


def _refused(client: ClientChoice, file: str, settings: FileSettings, answer: ClientAnswer) -> Iterator[str]:
    if not answer.refusal:
        return
    refused_settings = [
        (name, setting) for name, setting in settings.items() if _is_named(name, answer.refusal)
    ]
    reason = answer.refusal.rstrip(".")
    if refused_settings:
        refusals = (
            f"{setting.position}: {name}: {client} refuses {setting.value!r}"
            for name, setting in refused_settings
        )
        yield f"{'; '.join(refusals)}: {reason}"
    else:
        yield f"{file}: {client} refuses the settings: {reason}"


def _is_named(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.]\w)", text))

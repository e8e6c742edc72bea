"""The settings that a producer or a consumer of a cell gets from a user's file."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from include.kinds.client_releases import client_of
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.machine.secret_values import NOT_SHOWN, can_be_shown
from include.plan.judging import unknown_settings
from include.plan.judging.file_settings import FileSettings, place
from include.plan.judging.left_out import (
    ADDRESS_NAMES,
    ADDRESS_PREFIXES,
    TOPIC_NAMES,
    LeftOutBecause,
    reason_to_leave_out,
)
from include.plan.judging.possible_clients import ANOTHER_NAME, Ask
from include.plan.judging.quantities import bytes_of, milliseconds_of
from include.plan.judging.serializer_settings import SERIALIZER_SETTINGS
from include.plan.validation_errors import ExperimentError

OFFSET_RESET = "auto.offset.reset"
"""The setting that decides where a consumer begins if its group has committed no offset."""

END_OF_PARTITION = "enable.partition.eof"
"""The setting with which librdkafka's consumer is told that it has reached the end of a partition."""

EXPLAINED = frozenset({OFFSET_RESET, END_OF_PARTITION})
"""Consumer settings that cells leave out. The client is still asked for their values, because the report
contains remarks on these values."""

TRANSACTIONAL = "transactional.id"

CONFIG_PROVIDERS = "config.providers"
"""The setting with the names of providers. The names of a provider's own settings are in no client's list."""

ROLE_OF_SETTING = {
    "transactional.id": Role.PRODUCER,
    "key.serializer": Role.PRODUCER,
    "value.serializer": Role.PRODUCER,
    **dict.fromkeys(EXPLAINED, Role.CONSUMER),
    "group.id": Role.CONSUMER,
    "group.instance.id": Role.CONSUMER,
    "key.deserializer": Role.CONSUMER,
    "value.deserializer": Role.CONSUMER,
}
"""The role of each setting that cells leave out, if only one role has the setting."""


DECIDING_ALTHOUGH_LEFT_OUT = {"transactional.id", *EXPLAINED, "group.instance.id"}
"""Settings that cells leave out, and on which the promise or a remark depends."""


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
    set_by: Mapping[str, str] = field(default_factory=dict)
    """The framework that sets a value, in words, by the setting's name. The user's file has no such line."""
    positions: Mapping[str, str] = field(default_factory=dict)
    """The position of each setting of the file, as ``file:line``."""
    has_empty_transactional_id: bool = False
    """Whether the client takes an empty ``transactional.id`` for none."""
    notes: list[str] = field(default_factory=list)
    """Sentences on what the client warns about."""

    def position(self, name: str) -> str:
        """``file:line`` of a setting; the file alone if it does not have the setting."""
        return self.positions.get(name, self.file)

    @property
    def are_defaults(self) -> bool:
        """Whether the client has its defaults although there is a file."""
        return bool(self.file) and not self.passed and not self.names_in_file & DECIDING_ALTHOUGH_LEFT_OUT


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
        ExperimentError: The client does not have a setting, refuses the settings, or gets nothing from the
            file.
    """
    left_out, candidates = _without_left_out(client, file)
    asked_about = settings_to_ask_about(client, role, file)
    hidden = {key: setting for key, setting in asked_about.items() if not can_be_shown(setting.value)}
    shown = {key: setting for key, setting in asked_about.items() if key not in hidden}
    answer = ask(client, role, {key: setting.value for key, setting in shown.items()})
    unknown = _unknown_names(client, file, answer, ask)
    if problems := [
        *unknown_settings.problems(client, {key: file[key] for key in unknown}, answer, ask),
        *_hidden(client, {key: setting for key, setting in hidden.items() if key not in unknown}),
        *_cut(client, shown, answer),
        *_refused(client, role, name, shown, answer, ask, is_complete=not hidden),
    ]:
        raise ExperimentError(problems)
    _check_is_for_client(role, file, answer, has_both_roles=has_both_roles)
    if answer.of_other_role and not has_both_roles:
        of = LeftOutBecause.CONSUMER if role is Role.PRODUCER else LeftOutBecause.PRODUCER
        left_out[of] = sorted(answer.of_other_role)
    passed_settings = {
        key: setting.value for key, setting in candidates.items() if key not in answer.of_other_role
    }
    is_empty = TRANSACTIONAL in file and not file[TRANSACTIONAL].value.strip()
    return RoleSettings(
        file=name,
        passed=passed_settings,
        effective=answer.effective,
        names_in_file=frozenset(file) - ({TRANSACTIONAL} if is_empty else set()),
        left_out=left_out,
        set_by={key: setting.set_by for key, setting in file.items() if setting.set_by},
        positions={key: setting.position for key, setting in file.items()},
        has_empty_transactional_id=is_empty,
        notes=[
            f"{file[key].position}: {key} {text}." for key, text in answer.deprecated.items() if key in file
        ],
    )


def settings_to_ask_about(client: ClientChoice, role: Role, file: FileSettings) -> FileSettings:
    """The settings about whose values a client is asked: those of the cells, and those that are explained."""
    _, candidates = _without_left_out(client, file)
    asked_about = dict(candidates)
    if role is Role.CONSUMER:
        asked_about |= {name: file[name] for name in sorted(EXPLAINED & file.keys())}
    if role is Role.PRODUCER and TRANSACTIONAL in file:
        setting = file[TRANSACTIONAL]
        asked_about[TRANSACTIONAL] = (
            replace(setting, value=ANOTHER_NAME) if setting.value.strip() else setting
        )
    return asked_about


def settings_without_file(
    client: ClientChoice, role: Role, settings: Mapping[str, str], ask: Ask
) -> RoleSettings:
    """The settings of a role without a file: ``settings``, and the client's defaults for the others."""
    answer = ask(client, role, settings)
    return RoleSettings("", dict(settings), answer.effective)


def _without_left_out(
    client: ClientChoice, file: FileSettings
) -> tuple[dict[LeftOutBecause, list[str]], FileSettings]:
    """The settings that the cells leave out, by reason, and the other settings."""
    left_out: dict[LeftOutBecause, list[str]] = {}
    candidates = {}
    for key, setting in file.items():
        if reason := reason_to_leave_out(client_of(client), key, setting.value):
            left_out.setdefault(reason, []).append(key)
        else:
            candidates[key] = setting
    return left_out, candidates


def _unknown_names(client: ClientChoice, file: FileSettings, answer: ClientAnswer, ask: Ask) -> list[str]:
    """The names that neither the client nor a serializer has, also among the settings that are left out."""
    doubtful = [
        key
        for key in file
        if key not in answer.known
        and key not in SERIALIZER_SETTINGS
        and not (_ignores_unknown(answer) and (key in TOPIC_NAMES or _is_of_provider(key, file)))
    ]
    if not doubtful:
        return []
    # The role has no effect on the names that a client knows.
    unknown = ask(client, Role.PRODUCER, dict.fromkeys(doubtful, "")).unknown
    return [key for key in doubtful if key in unknown]


def _ignores_unknown(answer: ClientAnswer) -> bool:
    """Whether the client is one of Java, which warns about a setting that it does not have, and goes on."""
    return CONFIG_PROVIDERS in answer.known


def _is_of_provider(name: str, file: FileSettings) -> bool:
    """Whether a name, such as ``config.providers.vault.class``, has a provider that the file names."""
    providers = file[CONFIG_PROVIDERS].value.split(",") if CONFIG_PROVIDERS in file else []
    return any(name.startswith(f"{CONFIG_PROVIDERS}.{provider.strip()}.") for provider in providers)


def _check_is_for_client(
    role: Role, file: FileSettings, answer: ClientAnswer, *, has_both_roles: bool
) -> None:
    """Refuse a file that has nothing for this client, because its defaults would be judged in its place."""
    if file.keys() <= SERIALIZER_SETTINGS:
        raise ExperimentError(
            [
                f"{place(file)}: all settings of this file belong to serializers, so that nothing "
                "reaches the client; give the client's own settings (such as acks=all)"
            ]
        )
    of_other_role = [
        key for key in file if key in answer.of_other_role or ROLE_OF_SETTING.get(key) is role.other
    ]
    remaining = file.keys() - SERIALIZER_SETTINGS - set(of_other_role)
    if has_both_roles or not of_other_role or any(_is_of_role(key, role) for key in remaining):
        return
    raise ExperimentError(
        [
            f"{place({key: file[key] for key in of_other_role})}: {', '.join(of_other_role)}: settings "
            f"of a {role.other}, and this file has no setting of a {role}; give it with --{role.other}"
        ]
    )


def _is_of_role(name: str, role: Role) -> bool:
    """Whether a setting that the client has changes something in this role."""
    shared = name in ADDRESS_NAMES or name.startswith(ADDRESS_PREFIXES) or name == "client.id"
    return ROLE_OF_SETTING.get(name) is role or not shared


def _hidden(client: ClientChoice, settings: FileSettings) -> Iterator[str]:
    """Yield a problem for each value that may be secret, and would be recorded nevertheless."""
    for name, setting in settings.items():
        if setting.is_placeholder:
            text = "has a placeholder; write the value that the client gets"
        elif re.fullmatch(r"\s*([\"']).*\1\s*", setting.value):
            text = "has quotation marks, which are a part of the value here; write it without them"
        else:
            text = (
                f"does not look like a value of this setting of {client}; perhaps a line before ends with a "
                "backslash, which joins it with the next line"
            )
        yield f"{setting.position}: {name}: its value ({NOT_SHOWN}) {text}"


def _cut(client: ClientChoice, settings: FileSettings, answer: ClientAnswer) -> Iterator[str]:
    """Yield a problem for each value of which the client reads only the number at its beginning."""
    for name, number in answer.cut.items():
        setting = settings[name]
        yield (
            f"{setting.position}: {name}: {client} reads only {number} of {setting.value!r}, without an error"
            f"{_as_written({name: setting}) or f'; write {number} alone'}"
        )


def _refused(
    client: ClientChoice,
    role: Role,
    file: str,
    settings: FileSettings,
    answer: ClientAnswer,
    ask: Ask,
    *,
    is_complete: bool,
) -> Iterator[str]:
    """Yield a problem for each refusal. A client names one at a time, and is asked again about the others."""
    remaining = {name: setting for name, setting in settings.items() if name not in answer.cut}
    if answer.cut:  # these values may be the cause of a refusal
        answer = ask(client, role, {name: setting.value for name, setting in remaining.items()})
    while answer.refusal:
        named = {name: setting for name, setting in remaining.items() if _is_named(name, answer.refusal)}
        reason = answer.refusal.rstrip(".")
        if not named:
            if is_complete and len(remaining) == len(settings):
                yield f"{file}: {client} refuses the settings: {reason}"
            return
        refusals = (
            f"{setting.position}: {name}: {client} refuses {setting.value!r}"
            for name, setting in named.items()
        )
        yield f"{'; '.join(refusals)}: {reason}{_as_written(named)}"
        remaining = {name: setting for name, setting in remaining.items() if name not in named}
        answer = ask(client, role, {name: setting.value for name, setting in remaining.items()})


def _as_written(settings: FileSettings) -> str:
    """What is wrong with refused values that have a comment or a unit; otherwise empty."""
    for setting in settings.values():
        value = setting.value
        if re.search(r"\s[#!]|\s//|\S\s*[#;]", value):
            return "; a comment needs a line of its own, because here it is a part of the value"
        if re.search(r"\d", value) and not value.strip().isdigit():
            number = milliseconds_of(value) or bytes_of(value)
            if number:
                return f"; a unit is a part of the value: write {number} alone"
    return ""


def _is_named(name: str, text: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(name)}(?![\w.]\w)", text))

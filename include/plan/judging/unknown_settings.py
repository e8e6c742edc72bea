"""The problems with settings that a client does not have: whose they are, and what would be right."""

import re
from collections.abc import Collection, Iterator, Mapping

from include.kinds.client_releases import client_of
from include.kinds.grouping import grouped
from include.kinds.registry import did_you_mean
from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.machine.errors import PlatformError
from include.machine.secret_values import NOT_SHOWN, can_be_shown, may_be_secret, shown_name
from include.plan.judging.file_settings import FileSettings, place
from include.plan.judging.file_text import MARKS
from include.plan.judging.foreign_settings import name_of_client, program_of
from include.plan.judging.left_out import OPTIONS_OF_TOPICS, TOPIC_NAMES, reason_to_leave_out
from include.plan.judging.possible_clients import Ask, possible_clients
from include.plan.judging.settings_format import dotted

OF_SCALA_CLIENTS = frozenset(
    [
        "compressed.topics",
        "consumer.timeout.ms",
        "dual.commit.enabled",
        "key.serializer.class",
        "num.consumer.fetchers",
        "offsets.storage",
        "producer.type",
        "queue.enqueue.timeout.ms",
        "queued.max.message.chunks",
        "rebalance.backoff.ms",
        "rebalance.max.retries",
        "refresh.leader.backoff.ms",
        "serializer.class",
        "zookeeper.connect",
        "zookeeper.connection.timeout.ms",
        "zookeeper.session.timeout.ms",
        "zookeeper.sync.time.ms",
    ]
)
"""Settings of the Scala clients alone: https://kafka.apache.org/20/documentation.html#upgrade_200_notable."""

REMOVED = {
    "auto.include.jmx.reporter": ("4.0", "metric.reporters"),
    "block.on.buffer.full": ("0.11", "max.block.ms"),
    "metadata.fetch.timeout.ms": ("0.11", "max.block.ms"),
    "timeout.ms": ("0.11", "request.timeout.ms"),
}
"""Settings that the Java client had: the release that removed each, and what took its place (KIP-830 and
KAFKA-3763)."""

WITHOUT_EFFECT = frozenset({"auto.commit.enable"})
"""Settings that a client accepts although they do nothing. They are suggested in place of no other name."""

EXAMPLE = "such as acks=all"
"""A setting of a client, for a message about settings of which none has a counterpart in the client."""


def problems(client: ClientChoice, unknown: FileSettings, answer: ClientAnswer, ask: Ask) -> Iterator[str]:
    """Yield a problem for the settings of each program, and for each other setting of ``unknown``.

    Args:
        client: The client that does not have the settings.
        unknown: The settings, by name.
        answer: An answer of the client, for the names of its settings.
        ask: Asks the other clients whether they have the settings.
    """
    if not unknown:
        return
    if marked := next((name for name in unknown if name.startswith(MARKS)), None):
        yield (
            f"{unknown[marked].position}: a byte order mark is part of the first name of the file, so that "
            f"{client} does not get this setting; save the file without the mark"
        )
        unknown = {name: setting for name, setting in unknown.items() if name != marked}
    owners = _owners(client, unknown, ask)
    by_program = grouped(unknown, program_of)
    for program, names in by_program.items():
        if program:
            yield _of_program(client, program, {name: unknown[name] for name in names}, answer)
    nameless = {}
    for name in by_program.get(None, []):
        hint = _hint(client, name, owners, answer)
        shown = name if name in owners else _shown(name, answer)
        if shown is None or (unknown[name].follows_secret and not hint):
            nameless[name] = unknown[name]
        else:
            no_hint = "; remove it if it is not meant for the client"
            yield f"{unknown[name].position}: {shown}: {client} has no such setting{hint or no_hint}"
    if nameless:
        yield (
            f"{place(nameless)}: {client} has no such {'settings' if len(nameless) > 1 else 'setting'} (the "
            f"text is {NOT_SHOWN}); if a value continues on the next line, end its line with a backslash"
        )


def _owners(client: ClientChoice, unknown: FileSettings, ask: Ask) -> Mapping[str, str]:
    """The other client that has a setting, by the name of the setting. A client that fails has none."""
    owners: dict[str, str] = {}
    for other in possible_clients(""):
        if other.name != client.name:
            try:
                no_setting = ask(other, Role.PRODUCER, dict.fromkeys(unknown, "")).unknown
            except PlatformError:
                continue
            owners |= dict.fromkeys(unknown.keys() - no_setting, other.name)
    return owners


def _of_program(client: ClientChoice, program: str, settings: FileSettings, answer: ClientAnswer) -> str:
    names = ", ".join(_shown(name, answer) or "…" for name in settings)
    return (
        f"{place(settings)}: {names}: these keys belong to {program}, and no client of Kafka reads them; "
        f"give the client's own names ({_example(client, settings, answer)}) in a file of their own"
    )


def _shown(name: str, answer: ClientAnswer) -> str | None:
    """The name for a message; only its end if the beginning may be a secret; None if all of it may be one."""
    client_name = name_of_client(name, answer.known)
    return shown_name(name) or (f"….{client_name}" if client_name else None)


def _example(client: ClientChoice, settings: FileSettings, answer: ClientAnswer) -> str:
    """A setting by the client's own name, as an example of what would be right."""
    for name, setting in settings.items():
        client_name = name_of_client(name, answer.known)
        if (
            client_name
            and not may_be_secret(name)
            and not reason_to_leave_out(client_of(client), client_name, "")
        ):
            shown = f"{client_name}={setting.value}" if can_be_shown(setting.value) else client_name
            return f"{shown} instead of {name}"
    return EXAMPLE


def _hint(client: ClientChoice, name: str, owners: Mapping[str, str], answer: ClientAnswer) -> str:
    if name in TOPIC_NAMES:
        return f"; it is a setting of topics ({OPTIONS_OF_TOPICS})"
    if name in OF_SCALA_CLIENTS:
        return "; it belonged to the Scala clients, which Kafka 2.0 removed; remove it"
    if name in REMOVED:
        release, successor = REMOVED[name]
        return f"; Kafka {release} removed it from the Java client; use {successor}, or remove it"
    if owner := owners.get(name):
        return f"; {owner} has it (--client {owner})"
    if client_name := name_of_client(name, answer.known):
        return f"; the own name of {client} is {client_name}"
    if right := _same_words(name, answer.known - WITHOUT_EFFECT):
        default = answer.effective.get(right, "")
        return f"; it has no effect; the right name is {right}{f', which stays {default}' if default else ''}"
    return did_you_mean(name, answer.known - WITHOUT_EFFECT)


def _same_words(name: str, known: Collection[str]) -> str | None:
    """The client's name with the same words in another order or form, as in ``auto.commit.enabled``."""
    return next((other for other in sorted(known) if _words(other) == _words(name)), None)


def _words(name: str) -> frozenset[str]:
    return frozenset(re.sub(r"e?[ds]$", "", word).removesuffix("e") for word in dotted(name).split("."))

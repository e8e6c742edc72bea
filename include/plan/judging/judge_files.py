"""Read a user's files, and determine the promises of their settings before any measurement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from include.load.client_choice import ClientAnswer, ClientChoice, Role
from include.machine.secret_values import can_be_shown
from include.plan.judging import consumer_remarks, producer_remarks
from include.plan.judging.broker_limits import refused_by_brokers
from include.plan.judging.deployment import Deployment
from include.plan.judging.left_out import LeftOutBecause
from include.plan.judging.possible_clients import Ask
from include.plan.judging.promise import JudgedPromise
from include.plan.judging.recognised_client import Recognition, recognised_client
from include.plan.judging.role_settings import RoleSettings, role_settings, settings_without_file
from include.plan.judging.user_file import (
    AS_RECOGNISED,
    Reading,
    RoleInFile,
    UnchosenClientError,
    UserFile,
    read_user_file,
)
from include.plan.user_client_settings import JudgedSettings, LeftOut, Remark
from include.plan.validation_errors import ExperimentError

DEFAULTS = "defaults"
"""The name of the baseline if the user gives no file for it. The baseline then has the client's defaults."""

SAFE_PRODUCER = {"acks": "all", "enable.idempotence": "true"}
"""The settings of the producer if only a consumer is judged."""

SAFE_CONSUMER = {"isolation.level": "read_committed"}
"""The settings of the consumers if only a producer is judged."""


@dataclass(frozen=True)
class Files:
    """The files of a user; None for a file that was not given."""

    producer: Path | None
    consumer: Path | None
    baseline: Path | None
    reading: Reading = AS_RECOGNISED
    """How the files are read."""

    @property
    def paths(self) -> dict[str, Path]:
        """The files that the user has given, by their purpose: producer, consumer, baseline."""
        files = {"producer": self.producer, "consumer": self.consumer, "baseline": self.baseline}
        return {purpose: path for purpose, path in files.items() if path}

    @property
    def own(self) -> list[tuple[Path, Role]]:
        """Each file of the user's clients, with its role."""
        files = [(self.producer, Role.PRODUCER), (self.consumer, Role.CONSUMER)]
        return [(path, role) for path, role in files if path]

    @property
    def roles(self) -> list[tuple[Path, Role]]:
        """Each file with each role whose settings it gives."""
        baseline = self.baseline
        return [*self.own, *((baseline, role) for _, role in self.own if baseline)]


@dataclass(frozen=True)
class Judgement:
    """The result of judging a user's settings, before anything is measured."""

    judged: JudgedSettings
    promise: JudgedPromise
    baseline: JudgedPromise
    recognition: str = ""
    """A sentence about how the client was recognised."""
    others: Mapping[ClientChoice, Judgement | ExperimentError] = field(default_factory=dict)
    """What the files mean for each other client that they may be for just as well."""


def judge_files(files: Files, clients: Sequence[ClientChoice], ask: Ask, deployment: Deployment) -> Judgement:
    """Judge what the client settings in a user's files promise.

    Args:
        files: The user's files.
        clients: The clients that the files may be for (``possible_clients``).
        ask: Asks a client how it interprets settings.
        deployment: Facts that the files do not contain.

    Raises:
        ExperimentError: There is no file, a file cannot be read, or the client refuses a setting.
    """
    if not files.producer and not files.consumer:
        raise ExperimentError(
            [
                "Name a file of settings: --producer, --consumer, or both (the same file if it has both); or "
                "an application: --application or --image."
            ]
        )
    contents = {path: read_user_file(path, files.reading) for path in files.paths.values()}
    ask = _remembering(ask)
    recognition = _recognition(files, contents, clients, ask)
    _check_names(files.reading, contents.values(), recognition.client)
    try:
        judgement = _judgement(files, contents, recognition.client, ask, deployment)
    except ExperimentError as error:
        hints = [
            f"The files may also be for {client.name}: --client {client.name}"
            for client in recognition.alternatives
        ]
        raise ExperimentError([*error.lines, *hints]) from None
    others: dict[ClientChoice, Judgement | ExperimentError] = {}
    for client in recognition.alternatives:
        try:
            others[client] = _judgement(files, contents, client, ask, deployment)
        except ExperimentError as error:
            others[client] = error
    return replace(judgement, recognition=recognition.sentence, others=others)


def _check_names(reading: Reading, contents: Iterable[UserFile], client: ClientChoice) -> None:
    """Refuse the name of a client that no file has."""
    known = frozenset(name for file in contents for name in file.names(client.name))
    if unknown := [name for name in reading.clients if name not in known]:
        names = (
            ", ".join(sorted(name for name in known if name and can_be_shown(name)))
            or "the only client, without a name"
        )
        raise ExperimentError(
            [f"--client-in-file: no file has a client {', '.join(unknown)}; the files have {names}"]
        )


def _remembering(ask: Ask) -> Ask:
    """The same, but a client is asked only once about the same settings: Java takes a second to answer."""
    answers: dict[tuple[ClientChoice, Role, frozenset[tuple[str, str]]], ClientAnswer] = {}

    def remembered(client: ClientChoice, role: Role, settings: Mapping[str, str]) -> ClientAnswer:
        question = (client, role, frozenset(settings.items()))
        if question not in answers:
            answers[question] = ask(client, role, settings)
        return answers[question]

    return remembered


def _judgement(
    files: Files,
    contents: Mapping[Path, UserFile],
    client: ClientChoice,
    ask: Ask,
    deployment: Deployment,
) -> Judgement:
    """The judgement of the files as files for a client."""
    promise, baseline = _promises(files, contents, client, ask, deployment)
    name, baseline_name = _names(files)
    judged_settings = JudgedSettings(
        name=name,
        baseline=baseline_name,
        files={purpose: path.name for purpose, path in files.paths.items()},
        notes=list(dict.fromkeys([*_notes(files, contents, client), *_warnings(promise)])),
        client=client,
        semantics=promise.semantics,
        min_insync_replicas=deployment.min_insync_replicas,
        deciding=[*producer_remarks.deciding_settings(promise), *consumer_remarks.deciding_settings(promise)],
        contradictions=[
            *_contradictions_of_frameworks(files, contents, client),
            *producer_remarks.contradicting_settings(promise),
            *consumer_remarks.contradicting_settings(promise),
        ],
        passed={role.value: settings.passed for role, settings in promise.roles.items() if settings.file},
        left_out=_left_out(promise),
    )
    return Judgement(judged_settings, promise, baseline)


def _promises(
    files: Files,
    contents: Mapping[Path, UserFile],
    client: ClientChoice,
    ask: Ask,
    deployment: Deployment,
) -> tuple[JudgedPromise, JudgedPromise]:
    """The promises of the user's settings and of the baseline.

    If the user gives no file for a role, both promises use the same safe settings for this role, and differ
    only in the other role.

    Raises:
        ExperimentError: The client or the brokers refuse a setting.
    """

    def read(path: Path | None, role: Role, otherwise: Mapping[str, str], *, both: bool) -> RoleSettings:
        if path is None:
            return settings_without_file(client, role, otherwise, ask)
        settings = contents[path].role(client.name, role).settings
        return role_settings(client, role, str(path), settings, ask, has_both_roles=both)

    user_settings, baseline_settings = [], []
    for role, path, safe in (
        (Role.PRODUCER, files.producer, SAFE_PRODUCER),
        (Role.CONSUMER, files.consumer, SAFE_CONSUMER),
    ):
        user_settings.append(read(path, role, safe, both=files.producer == files.consumer))
        baseline = files.baseline if path else None
        has_both_roles = bool(files.producer and files.consumer)
        baseline_settings.append(read(baseline, role, {} if path else safe, both=has_both_roles))
    user_promise, baseline_promise = (
        JudgedPromise(client, producer, consumer, deployment)
        for producer, consumer in (user_settings, baseline_settings)
    )
    promises = (user_promise, baseline_promise)
    if problems := [
        problem
        for promise in promises
        for problem in (promise.problem(), *refused_by_brokers(promise))
        if problem
    ]:
        raise ExperimentError(problems)
    return user_promise, baseline_promise


def _recognition(
    files: Files, contents: Mapping[Path, UserFile], clients: Sequence[ClientChoice], ask: Ask
) -> Recognition:
    """The client that the files are for.

    Raises:
        ExperimentError: No client gets its settings from all the files, no client can read them, or a file
            has several producers or consumers, of which none is chosen.
    """
    owners = "; ".join(f"{path.name} is a file of {file.owners}" for path, file in contents.items())
    names = frozenset.intersection(*(file.clients for file in contents.values()))
    possible = [client for client in clients if client.name in names]
    if not possible:
        asked_for = " or ".join(client.name for client in clients)
        whose = " or ".join(sorted(names)) or "not the same"
        raise ExperimentError([f"{owners}, whose client is {whose}, and not {asked_for} (--client)"])
    if len(clients) == 1:
        return Recognition(clients[0], "The client was chosen with --client.")
    if len(possible) == 1:
        return Recognition(possible[0], f"{owners}, whose client is {possible[0].name}.")
    read: dict[ClientChoice, list[RoleInFile]] = {}
    refusals = []
    for client in possible:
        try:
            read[client] = [contents[path].role(client.name, role) for path, role in files.roles]
        except UnchosenClientError:
            raise
        except ExperimentError as error:
            refusals.append(error)
    if not read:
        raise refusals[0]
    _check_choice(files, read.values())
    if len(read) == 1:
        return Recognition(next(iter(read)), f"No other client can read the files: {refusals[0]}.")
    settings = {
        client: [(role, found.settings) for (_, role), found in zip(files.roles, roles, strict=True)]
        for client, roles in read.items()
    }
    return recognised_client(settings, ask)


def _check_choice(files: Files, read: Iterable[Sequence[RoleInFile]]) -> None:
    """Refuse a file in which each client reads another producer or consumer, such as embedded files.

    ``read`` has what each client reads, in the order of ``files.roles``.
    """
    for (path, role), *found in zip(files.roles, *read, strict=True):
        names = list(dict.fromkeys(one.name for one in found))
        if len(names) > 1:
            shown = ", ".join(name if can_be_shown(name) else "…" for name in names)
            raise UnchosenClientError(
                [
                    f"{path}: has {len(names)} {role}s, of different clients; choose one with "
                    f"--client-in-file NAME: {shown}"
                ]
            )


def _notes(files: Files, contents: Mapping[Path, UserFile], client: ClientChoice) -> Iterator[str]:
    for path, role in files.roles:
        yield from contents[path].role(client.name, role).notes


def _contradictions_of_frameworks(
    files: Files, contents: Mapping[Path, UserFile], client: ClientChoice
) -> Iterator[Remark]:
    for path, role in files.own:
        yield from contents[path].role(client.name, role).contradictions


def _warnings(promise: JudgedPromise) -> Iterator[str]:
    for settings in promise.roles.values():
        yield from settings.notes


def _names(files: Files) -> tuple[str, str]:
    """The names of the user's settings and of the baseline, for use in treatments and sentences."""
    file = files.producer or files.consumer or Path()
    name = _slug(file.stem) or "yours"
    baseline = _slug(files.baseline.stem) if files.baseline else DEFAULTS
    return name, baseline if baseline and baseline != name else f"baseline-{baseline}"[:40]


def _slug(stem: str) -> str:
    slug = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in stem)
    return slug.strip("-")[:30]


def _left_out(promise: JudgedPromise) -> list[LeftOut]:
    reasons: dict[LeftOutBecause, dict[str, None]] = {}
    for settings in promise.roles.values():
        for reason, names in settings.left_out.items():
            reasons.setdefault(reason, {}).update(dict.fromkeys(names))
    return [LeftOut(settings=list(names), because=reason.value) for reason, names in reasons.items()]

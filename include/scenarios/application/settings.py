"""The settings of the scenario *application*."""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, model_validator

from include.kinds.fault import Capability, Fault, Target, faults_in
from include.machine.errors import UserError
from include.machine.secret_values import TOKEN, may_be_secret, secret_argument, secret_part
from include.scenarios.application.command import check_placeholders, untold, words_of
from include.scenarios.application.id_places import (
    ID_FIELD,
    ID_TEXT,
    checked_message,
    checked_place,
    checked_pointer,
    pointer_of_id,
)
from include.scenarios.application.ready_made.registry import READY_MADE, ReadyMade
from include.settings.annotations import Slug
from include.settings.fault_parameters import ApplicationFaultParameters, StrikeParameters
from include.settings.faults import KafkaCellSettings
from include.settings.traits import Traits


class ValueFormat(StrEnum):
    """The form of a message's value."""

    JSON = "json"
    """An object with the fields ``kerran`` (the id), ``number`` and ``text``."""
    BYTES = "bytes"
    """Kerran's header, then filler."""


COUNT_PROMISES: Mapping[str, frozenset[str]] = {
    "at-most-once": frozenset({"counted_again"}),
    "at-least-once": frozenset({"forgotten"}),
    "idempotent": frozenset({"forgotten"}),
    "exactly-once": frozenset({"forgotten", "counted_again"}),
}
"""The errors of counts that each semantics excludes, by the names of their metrics."""


SAME_AS_LOST = frozenset({"gone"})
"""What is not said beside *lost*: an output that was not received is not in the log either."""


def checked_application(name: str | None) -> str | None:
    """The name, unchanged; UnknownNameError if no ready-made application has it."""
    return READY_MADE.checked_name(name) if name else name


RECORDED = (
    "and every plan and raw log contains it; export it in the environment of Kerran instead, which the "
    "application inherits and nothing records"
)
"""Why a value must not be secret, and what to do instead, as a part of a sentence."""


def checked_command(command: str | None) -> str | None:
    """The command, unchanged; ValueError if it is empty, cannot be read, or contains a secret."""
    if command is None:
        return None
    words = words_of(command)
    if not words:
        raise ValueError("is empty; give the command line that starts the application")
    if secret := secret_argument(words):
        raise ValueError(
            f"{secret} may be secret, {RECORDED}, and let the application read that variable; or write it in "
            "settings_file, whose copy is removed after each cell"
        )
    return command


VARIABLE_NAME = re.compile(r"[A-Za-z_]\w*")


def checked_names(names: str) -> str:
    """The names of environment variables, unchanged; ValueError if one cannot be a name."""
    for name in names.split():
        if not VARIABLE_NAME.fullmatch(name):
            # What is no name may be a value, and so a secret.
            raise ValueError("has a word that is not the name of an environment variable")
    return names


def checked_environment(variables: dict[str, str]) -> dict[str, str]:
    """The variables, unchanged; ValueError if a name, a placeholder or a secret is wrong."""
    for name, value in variables.items():
        if may_be_secret(name):
            raise ValueError(f"{name} may be secret, {RECORDED}")
        if not VARIABLE_NAME.fullmatch(name):
            raise ValueError(f"{name!r} is not the name of an environment variable")
        if secret := secret_part(value) or (TOKEN.search(value) and "what looks like a token"):
            raise ValueError(f"{name} has {secret}, which may be secret, {RECORDED}")
        check_placeholders(value)
    return variables


class ApplicationSettings(ApplicationFaultParameters, StrikeParameters, KafkaCellSettings):
    """The settings of a cell whose application reads one topic and writes another.

    The semantics is the promise of the application. Settings of clients and transactions have no effect on
    the application: it configures its own clients. The messages of the input topic are sent by an idempotent
    producer of librdkafka, which is not under test.
    """

    is_producer_under_test: ClassVar[bool] = False

    scenario: Literal["application"] = "application"

    variant: Annotated[str | None, Field(pattern=r"[\w.-]+"), Slug()] = None
    """A name for the treatments of a part of the experiment, such as the name of the application."""
    application: Annotated[str | None, AfterValidator(checked_application), Slug()] = None
    """The name of a ready-made application; [application.md](application.md) lists them. None: ``command``
    starts the application."""
    command: Annotated[str | None, AfterValidator(checked_command)] = None
    """The command line that starts the application. No shell interprets it. ``{bootstrap_servers}``,
    ``{input_topic}``, ``{output_topic}``, ``{group}``, ``{transactional_id}``, ``{instance}``,
    ``{state_folder}`` and ``{semantics}`` are replaced ([application.md](application.md))."""
    image: Annotated[str | None, Field(pattern=r"[\w./:@-]+")] = None
    """The container image of the application. ``docker run`` starts it with the words of ``command``, if any,
    on the network of this machine. ``{state_folder}`` is a folder of the container."""
    environment: Annotated[dict[str, str], AfterValidator(checked_environment)] = Field(default_factory=dict)
    """Environment variables of the application, in addition to those of Kerran; the same names in braces are
    replaced. A value must not be secret: a secret stands in the environment of Kerran, which the application
    inherits."""
    inherited: Annotated[str, AfterValidator(checked_names)] = ""
    """The names of variables in the environment of Kerran that a container gets too, separated by spaces,
    such as ``DB_PASSWORD``. Their values stand in no plan and no log. A ``command`` without an image inherits
    all variables; those that are named here must exist."""
    settings_file: str | None = None
    """The path of the application's settings file, in any text format. Each instance gets a copy, in which
    ``{bootstrap_servers}``, ``{input_topic}`` and so on are replaced; ``{settings_file}`` is its path."""
    folder: str | None = None
    """The folder in which ``command`` is started; None: the ``{state_folder}`` of the instance."""
    instances: Annotated[int, Field(ge=1, le=9), Slug("{}instances")] = 1
    """The number of instances of the application. With ``scale-application``, the last one is there only
    during the fault."""
    values: Annotated[ValueFormat, Slug("{}-values")] = ValueFormat.JSON
    """The form of the input messages: ``json``, or ``bytes``. In both forms, the record header ``kerran`` has
    the id too."""
    message: Annotated[dict[str, Any] | None, AfterValidator(checked_message)] = None
    """The input message, as a JSON object of the application's own form. A text ``{id}`` in it stands for the
    id, and ``message_bytes`` has no effect. None: the object has the fields ``kerran``, ``number`` and
    ``text``."""
    id_at: Annotated[str, AfterValidator(checked_place)] = f"/{ID_FIELD}"
    """Where an output message has the id: at a JSON pointer in its value, in its record ``header``, or at the
    beginning of its ``value``. With ``message``, the default is the place of the id in the message."""
    count_at: Annotated[str | None, AfterValidator(checked_pointer)] = None
    """The JSON pointer at which an output has the running count of its key: 1 for the first message of the
    key, 2 for the second. So updates of the application's state that are repeated or forgotten are found.
    None: the application keeps no count that is known, unless ``application`` names one that counts."""
    outputs_per_message: Annotated[int, Field(ge=1, le=100), Slug("{}outputs")] = 1
    """The number of outputs that the application writes for each message, all with its id. A message is lost
    if fewer come, and received when the last of them has come; further ones repeat it."""
    keys: Annotated[int, Field(ge=1, le=100_000), Slug("{}keys")] = 50
    """The number of keys of the input messages. The order of outputs is judged for each key."""
    start_seconds: Annotated[float, Field(gt=0, le=900)] = 120
    """The maximum time in s until the first message has passed through the application."""
    quiet_seconds: Annotated[float, Field(ge=1, le=900)] = 60
    """The time in s without an output after which the application counts as finished, in addition to
    ``restart_after_s`` and to the time that the application took to start in this cell. It must be longer
    than the longest outage, such as the session time-out of the application's group."""
    restart_after_s: Annotated[float, Field(ge=0, le=900), Slug("restart-after{}s")] = 0
    """The time in s after which an application that has ended is started again."""

    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 1
    """The number of partitions of each topic."""
    message_bytes: Annotated[int, Field(ge=64, le=999_900), Slug("{}B")] = 256
    """The size of an input message's value in bytes, at least 64."""

    @model_validator(mode="before")
    @classmethod
    def take_place_of_id(cls, values: Any) -> Any:  # noqa: ANN401
        """If nothing says where outputs have the id, it is where the user's own message has it."""
        place = pointer_of_id(values.get("message")) if isinstance(values, dict) else None
        return {"id_at": place, **values} if place else values

    def refusals(self) -> Iterator[str]:
        """Refuse an unpaced load, outputs without an id, and a time of quiet below that of an outage."""
        yield from super().refusals()
        if (self.application is None) == (self.command is None and self.image is None):
            yield "command: give the command line or the image of yours, or application: the name of one"
        if self.ready_made and self.semantics not in self.ready_made.semantics:
            choices = " or ".join(self.ready_made.semantics)
            yield f"semantics: {self.application} promises {choices}, not {self.semantics}"
        if not self.traits.pace.is_fixed:
            yield "rate: should be a number of messages per second"
        yield from self._refusals_of_messages_and_files()
        if "freeze-application" in self.fault and self.quiet_seconds <= self.freeze_s:
            yield f"quiet_seconds: {self.quiet_seconds:g} is not above the outage of {self.freeze_s:g} s"

    def _refusals_of_messages_and_files(self) -> Iterator[str]:
        if self.values is ValueFormat.BYTES and self.id_at.startswith("/"):
            yield "id_at: a JSON pointer needs values: json; use header, or value"
        if self.message and self.values is ValueFormat.BYTES:
            yield "message: is a JSON object, and values is bytes"
        if self.message and self.id_at != "header" and pointer_of_id(self.message) is None:
            yield f'message: has no place for the id; write "{ID_TEXT}" as a value, or use id_at: header'
        if self.counts_at and self.outputs_per_message > 1:
            yield (
                f"outputs_per_message: {self.outputs_per_message} outputs of a message have the same count; "
                "leave out count_at"
            )
        if self.settings_file and self.image:
            yield "settings_file: a container does not see the file; give an image that has it"
        told = f"{self.command} {self.environment}"
        if not self.settings_file and "{settings_file}" in told:
            yield "settings_file: give the file for which {settings_file} stands"
        elif self.settings_file and self.folder and "{settings_file}" not in told:
            yield (
                "settings_file: nothing tells the application where it is; write {settings_file} in the "
                "command or in a variable of environment"
            )
        elif not (self.application or self.settings_file) and (missing := untold(told)):
            yield (
                f"command: does not tell the application {missing}; write it in the command, in a variable "
                "of environment, or in a settings_file"
            )
        if self.values is ValueFormat.JSON and self.id_at == "value":
            yield f"id_at: values in JSON do not begin with the id; use /{ID_FIELD}, or header"

    def check_variables(self) -> None:
        """Check that the variables that the application needs are in the environment.

        Raises:
            UserError: One of them is not.
        """
        if missing := set(self.inherited.split()) - set(os.environ):
            names = ", ".join(sorted(missing))
            raise UserError(
                f"inherited: {names}: not in the environment of Kerran; export it before the call"
            )

    def check_file(self) -> None:
        """Check that the settings file can be read, and that something tells the application its brokers.

        Raises:
            UserError: It cannot, or nothing does.
        """
        if not self.settings_file:
            return
        try:
            text = Path(self.settings_file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"settings_file: {self.settings_file} cannot be read: {error}") from None
        if missing := untold(f"{self.command} {self.environment} {text}"):
            raise UserError(
                f"settings_file: {self.settings_file} does not tell the application {missing}, nor does the "
                "command or a variable; write it in one of them"
            )

    @property
    def subject(self) -> str:
        told = (self.application, self.image, self.command, self.environment, self.settings_file)
        return " ".join(str(part) for part in (self.semantics, *told) if part)

    @property
    def counts_at(self) -> str | None:
        """The JSON pointer of the count in an output; None if the application only copies."""
        return self.count_at or (self.ready_made.count_at if self.ready_made else None)

    @property
    def ready_made(self) -> ReadyMade | None:
        """The ready-made application; None if the application is the user's own."""
        return READY_MADE[self.application] if self.application else None

    def refusal_of(self, fault: Fault) -> str | None:
        """Refuse faults of Kerran's own clients, which are not under test."""
        if fault.target in (Target.PRODUCER, Target.CONSUMER, Target.MONITOR):
            return f"strikes {fault.target.value} of Kerran; use kill-application"
        if self.image and fault.needs is Capability.PROGRAM_NETWORK:
            return "needs a command: a container has the network of this machine"
        return super().refusal_of(fault)

    @property
    def _isolated_programs(self) -> tuple[str, ...]:
        """The role of the application if a fault breaks its network."""
        breaks = (fault.needs is Capability.PROGRAM_NETWORK for fault in faults_in(self.fault))
        return ("application",) if any(breaks) else ()

    @property
    def _still_seconds(self) -> float:
        """The time in s for which a fault keeps the application frozen or dead."""
        faults = {fault.name for fault in faults_in(self.fault)}
        is_dead = faults & {"kill-application", "kill-application-at-request", "stop-application"}
        return self.freeze_s if "freeze-application" in faults else self.restart_after_s if is_dead else 0

    def make_traits(self) -> Traits:
        """Derive the traits. A cell ends when no output has arrived for some time."""
        traits = super().make_traits()
        promises = traits.delivery.promises | (COUNT_PROMISES[self.semantics] if self.counts_at else set())
        label = ", ".join(filter(None, (self.application, self.variant, self.semantics)))
        factors = ("variant", "application", "semantics", "message_bytes")
        process = {Capability.APPLICATION: ("scenario", self.scenario)}
        return replace(
            traits,
            naming=replace(traits.naming, label=label, factors=factors),
            delivery=replace(traits.delivery, transaction_ms=None, promises=promises),
            flow=replace(
                traits.flow,
                applications=self.instances,
                due_deliveries=self.outputs_per_message,
                lanes=self.keys,
                reads_to_the_end=False,
                settling_seconds=self._still_seconds,
            ),
            needs=replace(
                traits.needs,
                isolated_programs=(*traits.needs.isolated_programs, *self._isolated_programs),
                capabilities={**self.needs_of_strikes, **traits.needs.capabilities, **process},
            ),
        )

"""The differences between clients that matter when settings are judged, such as defaults and defects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from include.kinds.client_releases import CLIENTS
from include.load.client_choice import ClientChoice
from include.plan.judging.role_settings import RoleSettings
from include.plan.validation_errors import ExperimentError


@dataclass(frozen=True)
class JudgedClient:
    """The properties of a client that matter when settings are judged, such as defaults and defects."""

    error_channel: str
    """The words for the channel through which an application learns that a message was given up."""
    auto_commit: str
    """Sentences on why automatic commits contradict the promise of no loss, and on what keeps the promise."""
    moment_of_auto_commit: Callable[[int], str]
    """A sentence on when automatic commits happen at an interval in ms, and what they commit."""
    default_delivery_timeout_ms: Callable[[RoleSettings], int]
    """The default time in ms after which a producer gives up a message."""
    is_endless_with_0: bool
    """Whether a ``delivery.timeout.ms`` of 0 means that no message is given up."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """The other name of each setting that has two names, by either name."""
    doubt_of_idempotence: str = ""
    """Sentences about a defect that can make an idempotent producer write a message twice, and about
    remedies; empty if the client has no such defect."""
    refused_timeout: Callable[[ClientChoice, RoleSettings], str | None] = lambda _client, _producer: None
    """The reason why the client refuses the producer's time-out in combination with other settings; None if
    the client accepts it."""
    is_idempotent_by_default: Callable[[ClientChoice], bool] = lambda _client: False
    """Whether the default of ``enable.idempotence`` is true. Other settings may still turn it off."""
    default_of_acks: str = ""
    """Sentences on how the default of ``acks`` depends on the release, for users who do not name a
    release."""
    default_of_idempotence: str = ""
    """Sentences on how the default of ``enable.idempotence`` depends on the release, for the same users."""
    doubt_of_positions: Callable[[ClientChoice, RoleSettings], str] = lambda _client, _consumer: ""
    """Sentences on a defect by which the consumer's position skips a message, for users who name a release
    that has it or no release; empty otherwise."""
    doubt_of_default_idempotence: Callable[[ClientChoice], str] = lambda _client: ""
    """A warning for users who name a release that, because of a defect, may not apply the default of
    ``enable.idempotence``; empty for any other release."""


def judged_client(client: ClientChoice) -> JudgedClient:
    """The ``JudgedClient`` of a client.

    Raises:
        ExperimentError: The client's settings cannot be judged.
    """
    judged = CLIENTS[client.name].judged
    if judged is None:
        raise ExperimentError([f"--client: the settings of {client} cannot be judged"])
    return judged()

"""The effects of judged settings that differ between clients."""

from collections.abc import Callable
from dataclasses import dataclass

from include.judging.recognised_client import JUDGED_CLIENTS
from include.judging.role_settings import RoleSettings
from include.load_runtime.client_choice import ClientChoice
from include.registry import needed_half


@dataclass(frozen=True)
class JudgedClient:
    """The behaviour of a client where the same settings have another effect in other clients."""

    error_channel: str
    """The channel that tells an application that a message was given up, as the subject of a sentence."""
    auto_commit: str
    """A text on why commits at an interval contradict the promise of no loss, and what keeps the promise."""
    default_delivery_timeout_ms: Callable[[RoleSettings], int]
    """The time in ms after which a producer gives up a message, if the producer's settings name no time."""
    is_endless_with_0: bool
    """Whether ``delivery.timeout.ms`` of 0 means that no message is given up."""
    doubt_of_idempotence: str = ""
    """A text on what makes an idempotent producer write a message twice, and what helps; may be empty."""
    refused_timeout: Callable[[ClientChoice, RoleSettings], str | None] = lambda _client, _producer: None
    """The reason why a producer with its time-out cannot be created, although the client accepts each single
    setting. None if the producer can be created."""
    is_idempotent_by_default: Callable[[ClientChoice], bool] = lambda _client: False
    """Whether the default of ``enable.idempotence`` is true. Other settings may still turn it off."""
    default_of_acks: str = ""
    """A sentence about the default of ``acks`` in other releases, for users who do not name the release."""
    default_of_idempotence: str = ""
    """A sentence about the default of ``enable.idempotence`` in other releases, for users who do not name the
    release."""
    doubt_of_default_idempotence: Callable[[ClientChoice], str] = lambda _client: ""
    """Give a sentence if a known release may lack the default of idempotence; otherwise give an empty
    text.
    """


def judged_client(client: ClientChoice) -> JudgedClient:
    """The record of a client.

    Raises:
        ModuleNotFoundError: The client has no module in ``include.judging.clients``.
    """
    record: JudgedClient = needed_half(JUDGED_CLIENTS, client.name).RECORD
    return record

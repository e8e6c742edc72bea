"""The record of a client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from include.kinds.fault import Capability
from include.kinds.semantics.registry import DeliveryConfig
from include.machine.releases.versions import Version

if TYPE_CHECKING:
    from include.clients.client_adapters import Launcher
    from include.load.client_choice import ClientChoice
    from include.plan.judging.judged_client import JudgedClient
    from include.settings.producer import KafkaClientSettings


@dataclass(frozen=True)
class Client:
    """A library that talks to Kafka, the translation of settings for it, and its load programs."""

    name: str
    library: str
    language: str
    producer_settings: Callable[[KafkaClientSettings, DeliveryConfig, str, str], dict[str, str]]
    """A function that gives the settings of a producer, with the names that the client uses. Its arguments:
    the cell's settings, the producer's delivery settings, the brokers' addresses and the transactional id."""
    consumer_settings: Callable[[KafkaClientSettings, str, str], dict[str, str]]
    """The same for a consumer. Its arguments: the cell's settings, the brokers' addresses, and the group."""
    producer: str
    consumer: str
    processing_consumer: str
    copier: str
    share_member: str | None
    """The program of a member of a share group; None: there is none yet."""
    launcher: Callable[[], Launcher]
    """Imports what starts the client's load programs and asks the client about settings."""
    settings_of_programs: frozenset[str]
    """The names of the settings that the load programs of the client need. If an experiment gives the
    settings of a producer or a consumer directly, only these settings are added."""
    own_defaults: Callable[[ClientChoice], Mapping[str, str]]
    """The defaults of ``acks``, ``enable.idempotence`` and ``isolation.level`` in a release of the client."""
    refuses: Callable[[KafkaClientSettings], str | None] = lambda _settings: None
    """A text on a setting of the cell that the client does not support: the setting's name, a colon, and the
    reason. None if the client supports all settings."""
    first_with_consumer_protocol: Version = (0, 0)
    """The client's first release with the consumer protocol (KIP-848), if only as a preview; the default
    ``(0, 0)`` means that every release has it."""
    first_with_share_groups: Version = (0, 0)
    """The client's first release that has the program ``share_member``."""
    first_with_renewals: Version | None = None
    """The client's first release whose program ``share_member`` renews locks (KIP-1222); None: none does."""
    assignors: Mapping[str, str] = field(default_factory=dict)
    """The client's names of assignors (``partition.assignment.strategy``) where they differ from Kerran's."""
    warm_up_messages: int = 0
    """The number of messages that a load program handles on separate topics before it becomes ready. After
    these messages, a program has reached its full speed."""
    counts_retries: bool = True
    """Whether the load programs count the requests that the client repeated automatically."""
    oldest_brokers_of_transactional_copier: Version | None = None
    """The oldest brokers on which the client's copier can commit offsets as a part of a transaction. None: it
    can do so on all brokers that support transactions."""
    needs_every_answer: bool = False
    """Whether the client gives up a connection if the answer to any request is missing."""
    first_with_version_2: Version | None = None
    """The client's first release with version 2 of the transaction protocol (KIP-890); None: no release has
    it."""
    releases: Callable[[], list[str]] = list
    """The releases that can be chosen as ``<name>-<release>``, from the oldest to the newest."""
    has_unlisted_releases: bool = False
    """Whether Kafka releases that are not in ``releases`` can be chosen, too: other patch releases, and newer
    feature releases. Only a download shows whether such a release exists."""
    default_release: Callable[[], str | None] = lambda: None
    """The default release of the client; None if the installed release is the default."""
    needed_by_release: Capability | None = None
    """The capability that the runner must have if a release of the client is chosen."""
    first_without_old_brokers: Version | None = None
    """The client's first release that refuses brokers older than 2.1 (KIP-896); None: no release refuses
    them."""

    judged: Callable[[], JudgedClient] | None = None
    """Imports what matters when a user's settings are judged; None if they cannot be judged."""

    def with_own_settings(
        self, own_settings: Mapping[str, str] | None, fixed_settings: dict[str, str]
    ) -> dict[str, str]:
        """The settings of a producer or a consumer, which an experiment may give directly.

        ``own_settings`` are the settings that the experiment gives; None if it gives none. ``fixed_settings``
        are computed from the settings of the cell. If the experiment gives settings, only the fixed settings
        that the load programs need are added.
        """
        if own_settings is None:
            return fixed_settings
        return {
            **own_settings,
            **{
                name: fixed_settings[name]
                for name in sorted(self.settings_of_programs & fixed_settings.keys())
            },
        }

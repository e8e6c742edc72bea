"""The facts beyond a user's files that a promise depends on: the topic, and the release of the client."""

from dataclasses import dataclass

from include.load_runtime.client_choice import ClientChoice

REPLICAS = 3
"""The number of replicas of the topics in judged cells."""

KAFKAS_MIN_INSYNC_REPLICAS = 1
"""Kafka's default of ``min.insync.replicas``.

Source: https://kafka.apache.org/documentation/#topicconfigs_min.insync.replicas.
"""


@dataclass(frozen=True)
class Deployment:
    """The facts beside the files."""

    given_min_insync_replicas: int | None = None
    """The ``min.insync.replicas`` of the user's topic; None if the user did not say it."""
    is_release_known: bool = True
    """Whether the user named the release of the client."""

    @property
    def min_insync_replicas(self) -> int:
        """The ``min.insync.replicas`` of the topics in judged cells."""
        return self.given_min_insync_replicas or KAFKAS_MIN_INSYNC_REPLICAS


def is_release_known(client: str) -> bool:
    """Whether the user names the release of the client, and not only the client."""
    return ClientChoice.parse(client).release is not None

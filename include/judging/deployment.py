"""The facts beside a user's files on which a promise depends: the topic, and the release of the client."""

from dataclasses import dataclass

from include.load_runtime.client_choice import ClientChoice
from include.matrix.validation_errors import ExperimentError

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


def deployment_of(client: str, min_insync_replicas: str) -> Deployment:
    """The facts that two options of the command state.

    Args:
        client: The option ``--client``; empty if it was not given.
        min_insync_replicas: The option ``--min-insync-replicas``; empty if it was not given.

    Raises:
        ExperimentError: The number of replicas is not one that a topic of a judged cell can have.
    """
    possible = [str(number) for number in range(1, REPLICAS + 1)]
    if min_insync_replicas and min_insync_replicas not in possible:
        raise ExperimentError(
            [
                f"--min-insync-replicas: {min_insync_replicas!r} is not a whole number from 1 to {REPLICAS}, "
                f"which is the number of replicas of the topics in judged cells"
            ]
        )
    return Deployment(
        given_min_insync_replicas=int(min_insync_replicas) if min_insync_replicas else None,
        is_release_known=ClientChoice.parse(client).release is not None,
    )

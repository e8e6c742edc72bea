"""The defaults of Kafka's Java client that depend on its release, which a file does not name.

Source: KIP-679, and https://kafka.apache.org/30/getting-started/upgrade for KAFKA-13598.
"""

from include.load_runtime.client_choice import ClientChoice
from include.releases.versions import Version, feature_of

FIRST_SAFE_BY_DEFAULT: Version = (3, 0)
"""The first release in which ``acks`` is all and ``enable.idempotence`` is true by default (KIP-679)."""

FEATURES_WITH_DEFECT: tuple[Version, ...] = ((3, 0), (3, 1))
"""The feature releases whose first release does not apply the default of ``enable.idempotence``."""

NAME_THE_RELEASE = "Name the release to have its defaults judged, such as --client java-2.8."


def is_java(client: ClientChoice) -> bool:
    """Whether a client is Kafka's Java client."""
    return client.name == "java"


def is_idempotent_by_default(client: ClientChoice) -> bool:
    """Whether ``enable.idempotence`` is true in this client, if no other setting turns it off."""
    return client.release is not None and feature_of(client.release) >= FIRST_SAFE_BY_DEFAULT


def default_of_acks(client: ClientChoice, *, is_release_known: bool) -> str:
    """A sentence about the default ``acks=all`` of other releases; empty if the release is known."""
    if not is_java(client) or is_release_known:
        return ""
    return f"This is the default since Kafka 3.0; before, it is acks=1. {NAME_THE_RELEASE}"


def default_of_idempotence(client: ClientChoice, *, is_release_known: bool) -> str:
    """Sentences about the default ``enable.idempotence=true`` of other releases.

    The text is empty where the release is known and every release with the same first two numbers has the
    default.
    """
    if not is_java(client):
        return ""
    if not is_release_known:
        return (
            "This is the default since Kafka 3.0, which the releases 3.0.0 and 3.1.0 do not apply because of "
            f"a defect (KAFKA-13598); before, it is false. {NAME_THE_RELEASE}"
        )
    major, minor = feature_of(client.release or "")
    if (major, minor) not in FEATURES_WITH_DEFECT:
        return ""
    return (
        f"This is a default, which the release {major}.{minor}.0 does not apply because of a defect "
        "(KAFKA-13598): with that release, set enable.idempotence=true."
    )

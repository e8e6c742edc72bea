"""The settings of topics, by their names in Kafka, and settings as the text of a properties file."""

from collections.abc import Mapping

from include.settings.producer import KafkaClientSettings


def topic_settings(settings: KafkaClientSettings) -> dict[str, str]:
    """The settings of the cell's topics. ``min.insync.replicas`` follows from the semantics."""
    flush = {} if settings.flush_messages is None else {"flush.messages": str(settings.flush_messages)}
    return {
        **flush,
        "min.insync.replicas": str(settings.traits.delivery.config.min_insync_replicas),
        "unclean.leader.election.enable": property_text(settings.unclean_leader_election),
        "compression.type": "producer",
    }


def property_text(value: object) -> str:
    """A value as in a properties file: ``true`` or ``false`` for a boolean."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_properties(settings: Mapping[str, object]) -> dict[str, str]:
    """The settings, with each value as text for a properties file."""
    return {name: property_text(value) for name, value in settings.items()}

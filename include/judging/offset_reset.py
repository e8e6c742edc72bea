"""The position at which a consumer begins where its group has committed none: ``auto.offset.reset``.

Source: https://kafka.apache.org/documentation/#consumerconfigs_auto.offset.reset.
"""

SETTING = "auto.offset.reset"

WITHOUT_OFFSET = "Where its group has no committed offset, or the log no longer has it, the consumer"

TEXTS = {
    "earliest": f"{WITHOUT_OFFSET} begins with the oldest message, and skips none.",
    "latest": f"{WITHOUT_OFFSET} begins behind the newest message, and skips what was produced before.",
    "none": f"{WITHOUT_OFFSET} ends with an error, and skips nothing by itself.",
}

BY_DURATION = f"{WITHOUT_OFFSET} begins with the messages of this last time, and skips older ones."

SKIPS = (
    "It contradicts “no loss”: where the group has no committed offset, or the log no longer has it, the "
    "consumer skips messages, acknowledged or not, that were produced before its first fetch. This concerns "
    "a new group, partitions that are added to the topic, offsets that have expired "
    "(offsets.retention.minutes), and messages that were deleted before they were read. "
    "auto.offset.reset=earliest keeps the promise. No cell shows such a loss, because the consumers of the "
    "cells read every topic from its beginning."
)


def meaning(value: str) -> str:
    """Return the meaning of the value, which is Kafka's word for it."""
    return TEXTS.get(value, BY_DURATION)


def skips_new_messages(value: str) -> bool:
    """Return whether the consumer may skip messages that the log has."""
    return value == "latest" or value.startswith("by_duration")

"""Treatments in sentences: their names, their loads, and the sizes of their messages."""

from include.matrix.plan import Treatment
from include.rendering.number_format import NO_BREAK
from include.report.treatments import other_factors, setting_phrase, transaction_ms
from include.scenarios.load_settings import LOAD_SETTINGS

KIBIBYTE = 1024


def name_phrase(treatment: Treatment) -> str:
    """A treatment in a sentence: ``exactly-once with 100 ms transactions``."""
    time, label = transaction_ms(treatment), treatment.settings.label
    return label if time is None else f"{label} with {time:,}{NO_BREAK}ms transactions"


def load_phrase(treatment: Treatment) -> str:
    """The load and the other factors: ``at 2,000 messages/s of 1 KiB``."""
    return ", ".join([_load(treatment), *other_phrases(treatment)])


def other_phrases(treatment: Treatment) -> list[str]:
    """The factors that are neither in the name, nor the message size, nor the load: ``linger 5 ms``."""
    others = other_factors(treatment).items()
    return [setting_phrase(name, level) for name, level in others if name not in LOAD_SETTINGS]


def _load(treatment: Treatment) -> str:
    settings = treatment.settings
    size = size_phrase(settings.message_bytes)
    if settings.is_paced:
        return f"at {settings.messages_per_second:,.0f} messages/s of {size}"
    return f"unthrottled, with messages of {size}"


def size_phrase(size: int) -> str:
    """A message size with its unit: ``1 KiB``, ``512 B``."""
    if size % KIBIBYTE:
        return f"{size:,}{NO_BREAK}B"
    return f"{size // KIBIBYTE:,}{NO_BREAK}KiB"

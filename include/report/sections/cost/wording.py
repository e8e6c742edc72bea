"""How sentences, tables and charts about costs name treatments, loads and quantities."""

from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.rendering.number_format import NO_BREAK, fixed
from include.report.cost_differences import CostDifference
from include.report.treatments import other_factors, setting_phrase, transaction_ms
from include.verdicts.compared_quantities import (
    BROKER_CPU,
    DELIVERED_P50,
    DELIVERED_P99,
    THROUGHPUT,
    Quantity,
)
from include.verdicts.paired_differences import Kind

KIBIBYTE = 1024

LOAD_SETTINGS = ("load", "rate", "seconds", "lead_in_seconds", "messages")
"""Settings that the phrase of the load stands for."""


@dataclass(frozen=True)
class QuantityWords:
    """What sentences call a quantity.

    ``more`` and ``less`` say that a treatment has more or less of it than its reference, ``noun`` what it is.
    """

    more: str
    less: str
    noun: str


WORDS: dict[Quantity, QuantityWords] = {
    DELIVERED_P50: QuantityWords("slower", "faster", "latency"),
    DELIVERED_P99: QuantityWords(
        "slower at the 99th percentile", "faster at the 99th percentile", "99th percentile"
    ),
    THROUGHPUT: QuantityWords("higher throughput", "lower throughput", "throughput"),
    BROKER_CPU: QuantityWords("more CPU", "less CPU", "CPU"),
}


def name_phrase(treatment: Treatment) -> str:
    """A treatment in a sentence: ``exactly-once with 100 ms transactions``."""
    time, label = transaction_ms(treatment), treatment.settings.label
    return label if time is None else f"{label} with {time:,}{NO_BREAK}ms transactions"


def load_phrase(treatment: Treatment) -> str:
    """The load and the other factors: ``at 2,000 messages/s of 1 KiB``."""
    settings = treatment.settings
    size = size_phrase(settings.message_bytes)
    others = [
        setting_phrase(name, level)
        for name, level in other_factors(treatment).items()
        if name not in LOAD_SETTINGS
    ]
    load = (
        f"at {settings.messages_per_second:,.0f} messages/s of {size}"
        if settings.is_paced
        else f"unthrottled, with messages of {size}"
    )
    return ", ".join([load, *others])


def size_phrase(size: int) -> str:
    """A message size with its unit: ``1 KiB``, ``512 B``."""
    if size % KIBIBYTE:
        return f"{size:,}{NO_BREAK}B"
    return f"{size // KIBIBYTE:,}{NO_BREAK}KiB"


def figure(value: float | None, quantity: Quantity) -> str:
    """An estimate or the end of an interval, without its unit: ``73`` of ms, ``0.97`` of a ratio."""
    if quantity.kind is Kind.RATIO:
        return fixed(value, 2)
    return fixed(value, 0 if value is not None and abs(value) >= 10 else 1)


def with_interval(one: CostDifference) -> str:
    """An estimate with its 95 % interval in brackets: ``73 ms (55 to 118)``, ``0.97 times (…)``."""
    found, quantity = one.found, one.quantity
    unit = "times" if quantity.kind is Kind.RATIO else quantity.unit
    low, high = (figure(end, quantity) for end in (found.low, found.high))
    return f"{figure(found.estimate, quantity)}{NO_BREAK}{unit} ({low} to {high})"

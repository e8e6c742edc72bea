"""How a report names, orders and groups treatments."""

from typing import Any

from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.rendering.number_format import NO_BREAK, count, significant
from include.rendering.palette import Look, look
from include.report.grouping import grouped
from include.scenarios.load_settings import LOAD_SETTINGS
from include.scenarios.semantics.registry import SEMANTICS

UNITS = {"ms": "ms", "bytes": "B", "percent": "%"}
"""The unit of a setting, by the last word of its name."""

COUNTS = ("messages", "partitions", "consumers", "keys")
"""Settings whose levels count something."""

SET_BY_SEMANTICS = ("acks", "min_insync_replicas", "isolation_level")
"""Settings on which the semantics decides where they have no level."""

DAGGER = "†"
DAGGER_NOTE = (
    "† The client library itself acknowledges a message, without an answer of a broker: "
    "acknowledgement latency and producer-broker throughput cannot be compared with those of other semantics."
)

KIBIBYTE = 1024


def _semantics_rank(treatment: Treatment) -> int:
    """The rank of the treatment's semantics, from 0 for the weakest promise to the strongest."""
    return SEMANTICS[treatment.settings.semantics].rank


def semantics_look(treatment: Treatment) -> Look:
    """The look of the treatment's semantics, which is the same throughout a report."""
    return look(_semantics_rank(treatment))


def semantics_order(treatment: Treatment) -> tuple[int, int]:
    """A sort key: by the rank of the semantics, then by transaction time."""
    return _semantics_rank(treatment), transaction_ms(treatment) or 0


def transaction_ms(treatment: Treatment) -> int | None:
    """The requested transaction time in ms; None without transactions."""
    return treatment.settings.target_transaction_ms


def dagger(treatment: Treatment, span: Span | None) -> str:
    """The mark of a figure that cannot be compared with other semantics; empty where it can be compared."""
    is_by_client = treatment.settings.is_acknowledged_by_client
    return DAGGER if span is Span.PRODUCER_BROKER and is_by_client else ""


def dagger_notes(treatments: list[Treatment]) -> list[str]:
    """The note that explains the mark; none where no treatment has it."""
    is_shown = any(treatment.settings.is_acknowledged_by_client for treatment in treatments)
    return [DAGGER_NOTE] if is_shown else []


def other_factors(treatment: Treatment) -> dict[str, Any]:
    """The factors that neither the treatment's short name nor its message size shows."""
    factors = treatment.settings.naming_factors
    return {name: level for name, level in treatment.factors.items() if name not in factors}


def setting_phrase(name: str, level: object) -> str:
    """A setting and its level in words: ``linger 5 ms``, ``3 consumers``."""
    *words, last = name.split("_")
    text = setting_text(name, level)
    if words and last in UNITS:
        return f"{' '.join(words)} {text}{NO_BREAK}{UNITS[last]}"
    if name in COUNTS:
        return f"{text}{NO_BREAK}{name.removesuffix('s') if text == '1' else name}"
    return f"{name.replace('_', ' ')} {text}"


def setting_title(name: str) -> str:
    """A setting as the title of a column of its levels: ``linger, ms``, ``compression``."""
    *words, last = name.split("_")
    return f"{' '.join(words)}, {UNITS[last]}" if words and last in UNITS else name.replace("_", " ")


def setting_text(name: str, level: object) -> str:
    """The level of a setting as text, also where the semantics decides on it."""
    return "set by the semantics" if level is None and name in SET_BY_SEMANTICS else level_text(level)


def level_text(level: object) -> str:
    """A level as text; whole numbers with separators."""
    if level is None:
        return "not set"
    if isinstance(level, bool):
        return "on" if level else "off"
    if not isinstance(level, int | float):
        return str(level)
    return count(level) if float(level).is_integer() else significant(level)


def other_factors_phrase(treatment: Treatment) -> str:
    """The levels of the other factors in words; empty where there are none."""
    return ", ".join(setting_phrase(name, level) for name, level in other_factors(treatment).items())


def short_name(treatment: Treatment) -> str:
    """The label of the treatment's settings, which is mostly its semantics, and its transaction time."""
    transaction, label = transaction_ms(treatment), treatment.settings.label
    return label if transaction is None else f"{label} {transaction:,}{NO_BREAK}ms"


def context(treatment: Treatment) -> str:
    """What the short name does not say: the message size and the other factors, in words."""
    size = f"{treatment.settings.message_bytes:,}{NO_BREAK}B"
    return ", ".join(part for part in (size, other_factors_phrase(treatment)) if part)


def full_name(treatment: Treatment) -> str:
    """The short name with the context: no two treatments of an arm share it."""
    return f"{short_name(treatment)}, {context(treatment)}"


def ordered_treatments(plan: Plan) -> list[Treatment]:
    """The plan's treatments by their other factors, then by size, semantics and transaction time."""
    others = list(dict.fromkeys(other_factors_phrase(treatment) for treatment in plan.treatments))
    return sorted(
        plan.treatments,
        key=lambda t: (others.index(other_factors_phrase(t)), t.settings.message_bytes, *semantics_order(t)),
    )


def treatments_by_context(plan: Plan) -> dict[str, list[Treatment]]:
    """The plan's treatments in groups that differ only in semantics and transaction time."""
    return grouped(ordered_treatments(plan), context)


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

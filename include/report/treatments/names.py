"""How a report names, orders and groups treatments."""

from collections.abc import Collection

from pydantic import BaseModel

from include.kinds.grouping import grouped
from include.kinds.metrics.registry import Span
from include.kinds.semantics.registry import SEMANTICS
from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.pages.palette import Look, look
from include.report.pages.wording import NO_BREAK, count, significant
from include.settings.load import LOAD_SETTINGS

UNITS = {"ms": "ms", "bytes": "B", "percent": "%"}

COUNTS = ("messages", "partitions", "consumers", "keys")

SET_BY_SEMANTICS = ("acks", "min_insync_replicas", "isolation_level")
"""The settings whose levels follow from the semantics if the experiment does not give them."""

DAGGER_NOTE = (
    "† The client library itself acknowledges a message, without an answer of a broker: "
    "acknowledgement latency and producer-broker throughput cannot be compared with those of other semantics."
)

KIBIBYTE = 1024


def semantics_look(treatment: Treatment) -> Look:
    """The colour and the marker of the treatment's semantics, the same in all charts of a report."""
    return look(SEMANTICS[treatment.settings.semantics].rank)


def semantics_order(treatment: Treatment) -> tuple[int, int]:
    """A sort key: the rank of the semantics (0 for the weakest promise), then the transaction time."""
    return SEMANTICS[treatment.settings.semantics].rank, treatment.traits.delivery.transaction_ms or 0


def dagger(treatment: Treatment, span: Span | None) -> str:
    """The mark of a figure that cannot be compared with other semantics; empty for any other figure."""
    is_by_client = treatment.traits.delivery.is_acknowledged_by_client
    return "†" if span is Span.PRODUCER_BROKER and is_by_client else ""


def dagger_notes(treatments: list[Treatment]) -> list[str]:
    """A list with the note that explains the dagger; empty if no treatment has a dagger."""
    is_shown = any(treatment.traits.delivery.is_acknowledged_by_client for treatment in treatments)
    return [DAGGER_NOTE] if is_shown else []


def setting_phrase(name: str, level: object) -> str:
    """A setting and its level in words: ``linger 5 ms``, ``3 consumers``."""
    *words, last = name.split("_")
    text = setting_text(name, level)
    if words and last in UNITS:
        return f"{' '.join(words)} {text}{NO_BREAK}{UNITS[last]}"
    if name in COUNTS:
        return f"{text}{NO_BREAK}{name.removesuffix('s') if text == '1' else name}"
    return f"{name.replace('_', ' ')} {text}"


def factor_phrases(treatment: Treatment, but: Collection[str]) -> list[str]:
    """The factors of a treatment in words, without those in ``but``."""
    return [setting_phrase(name, level) for name, level in treatment.factors.items() if name not in but]


def setting_title(name: str) -> str:
    """A setting as the title of a column of its levels: ``linger, ms``, ``compression``."""
    *words, last = name.split("_")
    return f"{' '.join(words)}, {UNITS[last]}" if words and last in UNITS else name.replace("_", " ")


def setting_text(name: str, level: object) -> str:
    """The level of a setting as text; ``set by the semantics`` if the semantics decides the level."""
    return "set by the semantics" if level is None and name in SET_BY_SEMANTICS else level_text(level)


def level_text(level: object) -> str:
    """A level as text. Whole numbers have thousands separators."""
    if level is None:
        return "not set"
    if isinstance(level, bool):
        return "on" if level else "off"
    if isinstance(level, list):
        return "; ".join(map(_terms_text, level))
    if not isinstance(level, int | float):
        return str(level)
    return count(level) if float(level).is_integer() else significant(level)


def _terms_text(terms: object) -> str:
    return terms.model_dump_json(exclude_defaults=True) if isinstance(terms, BaseModel) else str(terms)


def other_factors_phrase(treatment: Treatment) -> str:
    """The factors that neither the short name nor the message size shows, in words; may be empty."""
    return ", ".join(factor_phrases(treatment, but=treatment.traits.naming.factors))


def short_name(treatment: Treatment) -> str:
    """The treatment's label (usually its semantics) and, if there is one, its transaction time."""
    transaction, label = treatment.traits.delivery.transaction_ms, treatment.traits.naming.label
    return label if transaction is None else f"{label} {transaction:,}{NO_BREAK}ms"


def size_text(size: int) -> str:
    """A message size in bytes: ``1,024 B``."""
    return f"{size:,}{NO_BREAK}B"


def context(treatment: Treatment) -> str:
    """The message size and the other factors in words, because the short name does not contain them."""
    parts = (size_text(treatment.settings.message_bytes), other_factors_phrase(treatment))
    return ", ".join(filter(None, parts))


def full_name(treatment: Treatment) -> str:
    """The short name and the context, which together identify a treatment within an arm."""
    return f"{short_name(treatment)}, {context(treatment)}"


def ordered_treatments(plan: Plan) -> list[Treatment]:
    """The treatments, sorted by ``other_factors_phrase``, message size, semantics and transaction time."""
    others = list(dict.fromkeys(other_factors_phrase(treatment) for treatment in plan.treatments))
    return sorted(
        plan.treatments,
        key=lambda t: (others.index(other_factors_phrase(t)), t.settings.message_bytes, *semantics_order(t)),
    )


def treatments_by_context(plan: Plan) -> dict[str, list[Treatment]]:
    """The plan's treatments in groups. Within a group, only semantics and transaction time differ."""
    return grouped(ordered_treatments(plan), context)


def name_phrase(treatment: Treatment) -> str:
    """The name of a treatment for use in a sentence: ``exactly-once with 100 ms transactions``."""
    time, label = treatment.traits.delivery.transaction_ms, treatment.traits.naming.label
    return label if time is None else f"{label} with {time:,}{NO_BREAK}ms transactions"


def load_phrase(treatment: Treatment) -> str:
    """The load and the other factors: ``at 2,000 messages/s of 1 KiB``."""
    settings, context = treatment.settings, load_context(treatment)
    if settings.traits.pace.is_fixed:
        return f"at {settings.traits.pace.messages_per_second:,.0f} messages/s of {context}"
    return f"unthrottled, with messages of {context}"


def load_context(treatment: Treatment) -> str:
    """The message size, and the factors that belong to neither name nor load: ``1 KiB, linger 5 ms``."""
    others = factor_phrases(treatment, but={*treatment.traits.naming.factors, *LOAD_SETTINGS})
    return ", ".join([size_phrase(treatment.settings.message_bytes), *others])


def size_phrase(size: int) -> str:
    """A message size with its unit: ``1 KiB``, ``512 B``."""
    return size_text(size) if size % KIBIBYTE else f"{size // KIBIBYTE:,}{NO_BREAK}KiB"

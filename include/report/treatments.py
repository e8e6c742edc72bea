"""How a report names, orders and groups treatments."""

from collections.abc import Callable
from typing import Any

from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.rendering.number_format import NO_BREAK, count, significant
from include.rendering.palette import Look, look
from include.rendering.table import Group, Row
from include.scenarios.semantics.registry import SEMANTICS

UNITS = {"ms": "ms", "bytes": "B"}
"""A setting's unit, by the last word of its name."""

COUNTED = ("messages", "partitions", "consumers", "keys")
"""Settings that are a number of something."""

DAGGER = "†"
DAGGER_NOTE = (
    "† With acks=0 the client acknowledges to itself, before any broker has the message: "
    "acknowledgement latency and producer-broker throughput are not comparable with the other semantics'."
)


def semantics(treatment: Treatment) -> str:
    """Its semantics, by name."""
    return str(treatment.settings.semantics)


def transaction_ms(treatment: Treatment) -> int | None:
    """The transaction time asked for; None without transactions."""
    return treatment.settings.target_transaction_ms


def acknowledges_itself(treatment: Treatment) -> bool:
    """Whether acknowledgements come from the client and not from a broker (acks=0)."""
    return treatment.settings.is_acknowledged_by_client


def dagger(treatment: Treatment, span: Span | None) -> str:
    """The mark of what is not comparable; empty where all is well."""
    return DAGGER if span is Span.PRODUCER_BROKER and acknowledges_itself(treatment) else ""


def other_factors(treatment: Treatment) -> dict[str, Any]:
    """The factors that the thesis's tables have no place for."""
    return {
        name: level
        for name, level in treatment.factors.items()
        if name not in treatment.settings.naming_factors
    }


def setting_phrase(name: str, level: object) -> str:
    """A setting and its level in words: ``linger 5 ms``, ``3 consumers``."""
    *words, last = name.split("_")
    text = level_text(level)
    if words and last in UNITS:
        return f"{' '.join(words)} {text}{NO_BREAK}{UNITS[last]}"
    if name in COUNTED:
        return f"{text}{NO_BREAK}{name.removesuffix('s') if text == '1' else name}"
    return f"{name.replace('_', ' ')} {text}"


def setting_title(name: str) -> str:
    """A setting as the title of a column of its levels: ``linger, ms``, ``compression``."""
    *words, last = name.split("_")
    return f"{' '.join(words)}, {UNITS[last]}" if words and last in UNITS else name.replace("_", " ")


def level_text(level: object) -> str:
    """A level as text; whole numbers with separators."""
    if level is None:
        return "as the semantics says"
    if isinstance(level, bool):
        return "on" if level else "off"
    if not isinstance(level, int | float):
        return str(level)
    return count(level) if float(level).is_integer() else significant(level)


def others_phrase(treatment: Treatment) -> str:
    """Its levels of the other factors in words; empty when it has none."""
    return ", ".join(setting_phrase(name, level) for name, level in other_factors(treatment).items())


def short_name(treatment: Treatment) -> str:
    """Semantics, or what its scenario calls it, and transaction time."""
    transaction, called = transaction_ms(treatment), treatment.settings.label
    return called if transaction is None else f"{called} {transaction:,}{NO_BREAK}ms"


def context(treatment: Treatment) -> str:
    """All that its short name doesn't say: the message size, and the other factors in words."""
    size = f"{treatment.settings.message_bytes:,}{NO_BREAK}B"
    return ", ".join(part for part in (size, others_phrase(treatment)) if part)


def full_name(treatment: Treatment) -> str:
    """Everything that tells it from the other treatments."""
    return f"{short_name(treatment)}, {context(treatment)}"


def ordered(plan: Plan) -> list[Treatment]:
    """The plan's treatments: by the other factors and size as planned, then by semantics and time."""
    others = list(dict.fromkeys(others_phrase(treatment) for treatment in plan.treatments))
    return sorted(
        plan.treatments,
        key=lambda t: (others.index(others_phrase(t)), t.settings.message_bytes, *strength(t)),
    )


def by_context(plan: Plan) -> dict[str, list[Treatment]]:
    """Treatments that differ only in semantics and transaction time, together."""
    together: dict[str, list[Treatment]] = {}
    for treatment in ordered(plan):
        together.setdefault(context(treatment), []).append(treatment)
    return together


def grouped(plan: Plan, row: Callable[[Treatment], Row | None]) -> tuple[Group, ...]:
    """A group of rows for every context, under its name; treatments without a row are left out."""
    groups = {
        name: tuple(made for treatment in treatments if (made := row(treatment)) is not None)
        for name, treatments in by_context(plan).items()
    }
    return tuple(Group(rows, name) for name, rows in groups.items() if rows)


def strength(treatment: Treatment) -> tuple[int, int]:
    """A sort key: from the weakest semantics to the strongest, then by transaction time."""
    return semantics_rank(treatment), transaction_ms(treatment) or 0


def semantics_rank(treatment: Treatment) -> int:
    """The place of the treatment's semantics in the order from the weakest to the strongest, from 0."""
    return SEMANTICS[treatment.settings.semantics].rank


def semantics_look(treatment: Treatment) -> Look:
    """The look of the treatment's semantics, which is the same throughout a report."""
    return look(semantics_rank(treatment))

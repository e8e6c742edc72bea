"""How a report names, orders and groups treatments."""

from collections.abc import Callable
from typing import Any

from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.rendering.number_format import NO_BREAK, count, significant
from include.rendering.palette import Look, look
from include.rendering.table import Row, RowGroup
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


def semantics(treatment: Treatment) -> str:
    """The name of the treatment's semantics."""
    return treatment.settings.semantics


def semantics_rank(treatment: Treatment) -> int:
    """The rank of the treatment's semantics, from 0 for the weakest promise to the strongest."""
    return SEMANTICS[treatment.settings.semantics].rank


def semantics_look(treatment: Treatment) -> Look:
    """The look of the treatment's semantics, which is the same throughout a report."""
    return look(semantics_rank(treatment))


def semantics_order(treatment: Treatment) -> tuple[int, int]:
    """A sort key: by the rank of the semantics, then by transaction time."""
    return semantics_rank(treatment), transaction_ms(treatment) or 0


def is_transactional(treatment: Treatment) -> bool:
    """Whether the treatment's messages are sent in transactions."""
    return treatment.settings.is_transactional


def transaction_ms(treatment: Treatment) -> int | None:
    """The requested transaction time in ms; None without transactions."""
    return treatment.settings.target_transaction_ms


def is_acknowledged_by_client(treatment: Treatment) -> bool:
    """Whether acknowledgements come from the client library and not from a broker (acks=0)."""
    return treatment.settings.is_acknowledged_by_client


def dagger(treatment: Treatment, span: Span | None) -> str:
    """The mark of a figure that cannot be compared with other semantics; empty where it can be compared."""
    return DAGGER if span is Span.PRODUCER_BROKER and is_acknowledged_by_client(treatment) else ""


def dagger_notes(treatments: list[Treatment]) -> list[str]:
    """The note that explains the mark; none where no treatment has it."""
    return [DAGGER_NOTE] if any(map(is_acknowledged_by_client, treatments)) else []


def other_factors(treatment: Treatment) -> dict[str, Any]:
    """The factors that neither the treatment's short name nor its message size shows."""
    shown = treatment.settings.naming_factors
    return {name: level for name, level in treatment.factors.items() if name not in shown}


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
    groups: dict[str, list[Treatment]] = {}
    for treatment in ordered_treatments(plan):
        groups.setdefault(context(treatment), []).append(treatment)
    return groups


def row_groups(plan: Plan, row: Callable[[Treatment], Row | None]) -> tuple[RowGroup, ...]:
    """A group of rows for every context, under its name; treatments without a row are left out."""
    groups = {
        name: tuple(made for treatment in treatments if (made := row(treatment)) is not None)
        for name, treatments in treatments_by_context(plan).items()
    }
    return tuple(RowGroup(rows, name) for name, rows in groups.items() if rows)

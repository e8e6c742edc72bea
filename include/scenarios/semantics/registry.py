"""Every delivery semantics, by its name."""

from include.registry import Registry
from include.scenarios.semantics.semantics import Semantics

SEMANTICS = Registry(
    "semantics",
    Semantics,
    "include.scenarios.semantics",
    [
        "at-most-once",
        "at-least-once",
        "idempotent",
        "exactly-once",
    ],
)


def transactional_semantics() -> tuple[str, ...]:
    """The names of the semantics that use transactions."""
    return tuple(name for name, semantics in SEMANTICS.items() if semantics.config.transactional)


def semantics_with_choice_of_idempotence() -> tuple[str, ...]:
    """The names of the semantics whose producer may be idempotent, and is not by default."""
    return tuple(name for name, semantics in SEMANTICS.items() if semantics.with_idempotence)

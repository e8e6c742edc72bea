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
    """Return the names of the semantics that use transactions."""
    return tuple(name for name, semantics in SEMANTICS.items() if semantics.config.transactional)

"""Every delivery semantics, by name."""

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


def transactional() -> tuple[str, ...]:
    """The names of the semantics that use transactions."""
    return tuple(name for name, semantics in SEMANTICS.items() if semantics.config.transactional)

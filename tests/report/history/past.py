"""Past runs, whose figures are almost the same in all blocks."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from include.plan.treatment import Treatment
from tests.report.synthetic import make_plan, write_run

FIRST = datetime(2026, 11, 1, 12, tzinfo=UTC)
SEMANTICS = ["at-least-once", "exactly-once"]


def write(
    runs: Path,
    name: str,
    release: str = "4.1.0",
    day: int = 0,
    cost: float = 0.5,
    level: float = 40.0,
    without: tuple[str, ...] = (),
    invalid: tuple[str, ...] = (),
    results: bool = True,
    experiment: str = "releases",
    **changes: Any,
) -> Path:
    """A run of at-least-once at a level, and of exactly-once at a share of it, in six blocks."""
    factors = changes.pop("factors", {"semantics": SEMANTICS})
    plan = make_plan(factors, **{"repetitions": 6, "name": experiment, "release": release, **changes})
    plan = plan.model_copy(update={"run_id": name, "created": FIRST + timedelta(days=day)})

    def value(treatment: Treatment, column: str, block: int) -> float:
        if column == "transaction_time":
            return treatment.traits.delivery.transaction_ms or 0
        if column.endswith("rate_held"):
            return 100
        if column.startswith("producer"):
            return (level if treatment.id == "at-least-once" else level * cost) + block / 100
        return 0

    return write_run(runs, plan, value, without, results, invalid=invalid)

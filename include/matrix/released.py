"""When Kafka's feature releases came out: facts of history, in ``released.csv``."""

import csv
from datetime import date
from functools import cache
from pathlib import Path

DATES = Path(__file__).parent / "released.csv"


def released(release: str) -> date | None:
    """When the feature came out that a release belongs to; None where that isn't known."""
    return _dates().get(feature_of(release))


def feature_of(release: str) -> str:
    """A release's first two numbers, such as 3.9 of 3.9.1."""
    return ".".join(release.split(".")[:2])


def numbers_of(release: str) -> tuple[int, ...]:
    """A release's numbers, by which releases have an order."""
    return tuple(int(number) for number in release.split("."))


@cache
def _dates() -> dict[str, date]:
    with DATES.open(encoding="utf-8", newline="") as file:
        return {row["feature"]: date.fromisoformat(row["date"]) for row in csv.DictReader(file)}

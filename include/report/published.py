"""Published figures to put beside measured ones."""

from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.report.treatments import level_text, semantics, setting_phrase, transaction_ms

FOLDER = Path(__file__).parent / "published"

Key = tuple[str, str, str, int | None, int]
"""Span, quantity, semantics, transaction time (ms), message bytes."""


class PublishedError(Exception):
    """An experiment names figures that there aren't; the message is for a user."""


@dataclass(frozen=True)
class Figure:
    """A published mean and, for latencies, its 95th percentile, with the digits they were printed with."""

    mean: str
    p95: str = ""

    @property
    def text(self) -> str:
        """As the tables print it."""
        return f"{self.mean} ({self.p95})" if self.p95 else self.mean


@dataclass(frozen=True)
class Published:
    """The figures of one publication; ``source`` says in a sentence or two where they come from."""

    source: str
    figures: dict[Key, Figure]

    def figure(self, treatment: Treatment, span: Span, metric: str) -> Figure | None:
        """The figure of the same semantics, transaction time and message size, where there is one."""
        return self.figures.get(
            (
                span.value,
                metric,
                semantics(treatment),
                transaction_ms(treatment),
                treatment.settings.message_bytes,
            )
        )


def read_published(name: str | None) -> Published | None:
    """The figures that an experiment names; None when it names none.

    Raises:
        PublishedError: there are none of that name.
    """
    if name is None:
        return None
    path = FOLDER / f"{name}.csv"
    known = [file.stem for file in sorted(FOLDER.glob("*.csv")) if _has_spans(file)]
    if name not in known:
        raise PublishedError(
            f"published: {name} is not a file with figures of spans in {FOLDER.name}/; there is: "
            f"{', '.join(known)}"
        )
    rows = pd.read_csv(path, dtype=str, keep_default_na=False).to_dict("records")
    source = path.with_suffix(".txt").read_text(encoding="utf-8").strip()
    return Published(source, {_key(row): Figure(row["mean"], row["p95"]) for row in rows})


def _has_spans(file: Path) -> bool:
    """Whether a file's figures are of spans; others are for the section that knows them."""
    return "span" in pd.read_csv(file, nrows=0).columns


def departures(plan: Plan) -> list[str]:
    """Settings in which the run differs from the published experiment, whose settings are the defaults."""
    differing: dict[str, set[str]] = {}
    for treatment in plan.treatments:
        defaults = type(treatment.settings).model_fields
        for name, level in treatment.settings:
            if name not in treatment.settings.naming_factors and level != defaults[name].default:
                differing.setdefault(name, set()).add(level_text(level))
    return [setting_phrase(name, " and ".join(sorted(levels))) for name, levels in differing.items()]


def _key(row: dict[Hashable, str]) -> Key:
    transaction = int(row["transaction_ms"]) if row["transaction_ms"] else None
    return row["span"], row["metric"], row["semantics"], transaction, int(row["message_bytes"])

"""Figures from the literature, for the comparison with measured figures."""

import tomllib
from collections.abc import Hashable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from include.errors import PlatformError
from include.matrix.plan import Treatment
from include.metrics.registry import Span

FOLDER = Path(__file__).parents[1] / "published_figures"


class PublishedError(PlatformError):
    """An experiment names published figures that do not exist. The message is for a user."""


class PublishedFigure(NamedTuple):
    """A published mean and, for latencies, a 95th percentile, with the digits of the publication."""

    mean: str
    p95: str = ""

    @property
    def text(self) -> str:
        """The figure as tables show it."""
        return f"{self.mean} ({self.p95})" if self.p95 else self.mean


class PublishedFigures(NamedTuple):
    """The figures of one publication; ``source`` names the publication in a sentence or two."""

    name: str
    source: str
    release: str
    uses_zookeeper: bool
    cluster: str
    cores: int
    """The number of cores that brokers and clients shared."""
    settings: dict[str, float]
    """The settings of the experiment that are not Kerran's defaults, by name."""
    departures: list[str]
    """The departures from the experiment that every run of Kerran has, as ends of a sentence."""
    departures_of_clients: dict[str, list[str]]
    """Further departures of runs with some client, by the name of the client."""
    unexercised: str = ""
    """A sentence about treatments with cells too short to show anything; empty without such treatments."""

    def figure(self, treatment: Treatment, span: Span, quantity: str) -> PublishedFigure | None:
        """The figure for the same semantics, transaction time and message size; None where there is none."""
        settings = treatment.settings
        row = published_row(
            self.name,
            span=span,
            metric=quantity,
            semantics=settings.semantics,
            transaction_ms=settings.traits.transaction_ms or "",
            message_bytes=settings.message_bytes,
        )
        return PublishedFigure(row["mean"], row["p95"]) if row else None


def read_published(name: str) -> PublishedFigures:
    """The figures of this name.

    Raises:
        PublishedError: There are no figures of that name.
    """
    # The other files have no description and no figures of spans: they belong to the sections that read them.
    names = [file.stem for file in sorted(FOLDER.glob("*.toml"))]
    if name not in names:
        raise PublishedError(
            f"published: {name} is not a file with figures of spans in {FOLDER.name}/; there is: "
            f"{', '.join(names)}"
        )
    description = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return PublishedFigures(name, source(name), **description)


@cache
def literature_rows(name: str) -> list[dict[Hashable, str]]:
    """The rows of the file of this name, as texts."""
    return pd.read_csv(FOLDER / f"{name}.csv", dtype=str, keep_default_na=False).to_dict("records")


def published_row(name: str, **of: object) -> dict[Hashable, str] | None:
    """The row with these texts in the named columns; None where there is no such row."""
    texts = {column: str(level) for column, level in of.items()}.items()
    return next((row for row in literature_rows(name) if texts <= row.items()), None)


def source(name: str) -> str:
    """Where the figures of this name were published, in a few sentences."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8").strip()

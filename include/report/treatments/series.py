"""Series of treatments that differ only in one setting: the lines of a chart, and the rows of a table."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from include.matrix.plan import Treatment
from include.rendering.palette import Look
from include.rendering.table import ItemColumn, number
from include.rendering.wording import DASH
from include.report.treatments.names import grouped
from include.scenarios.scenario_settings import ScenarioSettings

Settings = TypeVar("Settings", bound=ScenarioSettings)


class TreatmentSeries(NamedTuple, Generic[Settings]):
    """Treatments by the level of the setting in which they differ, from the lowest level."""

    name: str
    look: Look
    settings: Settings
    """The settings of the first treatment."""
    by_level: dict[float, Treatment]

    @property
    def first(self) -> Treatment:
        """The treatment with the lowest level."""
        return next(iter(self.by_level.values()))


def series_of(
    treatments: Iterable[Treatment],
    kind: type[Settings],
    level: Callable[[Settings], float],
    name: Callable[[Treatment, Settings], str],
    look: Callable[[Treatment, Settings], Look],
) -> list[TreatmentSeries[Settings]]:
    """The series of the treatments that have settings of this kind, by their names."""
    of_kind = [(item, item.settings) for item in treatments if isinstance(item.settings, kind)]
    return [
        TreatmentSeries(
            name_of_series,
            look(*members[0]),
            members[0][1],
            {level(of): item for item, of in sorted(members, key=lambda member: level(member[1]))},
        )
        for name_of_series, members in grouped(of_kind, lambda member: name(*member)).items()
    ]


def levels_of(series: Iterable[TreatmentSeries[Any]]) -> list[float]:
    """All levels that a series has, from the lowest."""
    return sorted({level for line in series for level in line.by_level})


def level_column(
    level: float, text: Callable[[Treatment], str], title: str, shared_title: str = ""
) -> ItemColumn[TreatmentSeries[Any]]:
    """A column about the treatments with a level; a dash for series without it."""
    return number(
        title, lambda line: text(line.by_level[level]) if level in line.by_level else DASH, shared_title
    )

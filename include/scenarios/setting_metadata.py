"""How a scenario declares its settings: their slug in a cell's id, and when they apply."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict


@dataclass(frozen=True)
class Slug:
    """How a level of this setting is written in a treatment's id, e.g. ``tx{}ms``."""

    pattern: str = "{}"


@dataclass(frozen=True)
class AppliesWhen:
    """The setting has a meaning only while another setting has one of these levels; or, with ``but``, any
    but these. ``also`` is what must hold beside it."""

    setting: str
    levels: tuple[Any, ...]
    but: bool = False
    also: "AppliesWhen | None" = None

    def holds(self, settings: Mapping[str, Any]) -> bool:
        """Whether it applies to a treatment with these settings."""
        own = (settings.get(self.setting) in self.levels) is not self.but
        return own and (self.also is None or self.also.holds(settings))

    def __str__(self) -> str:
        """As the end of a sentence: with what it has a meaning."""
        levels = " or ".join(self.levels)
        own = f"{self.setting}: {'anything but ' if self.but else ''}{levels}"
        return f"{own} and {self.also}" if self.also else own


class ScenarioSettings(BaseModel):
    """Base of every scenario's settings: strict about keys, frozen once read."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def slug(cls, setting: str, level: object) -> str:
        """The readable part that this level gives a treatment's id."""
        if isinstance(level, bool):
            level = "on" if level else "off"
        if isinstance(level, float) and level.is_integer():
            level = int(level)  # 5.0 read back from a plan is the 5 of the experiment
        pattern = next((m.pattern for m in cls.model_fields[setting].metadata if isinstance(m, Slug)), None)
        return (pattern or setting.replace("_", "-") + "{}").format(level)

    @classmethod
    def applies_when(cls, setting: str) -> AppliesWhen | None:
        """The condition under which a setting applies; None when it always does."""
        return next((m for m in cls.model_fields[setting].metadata if isinstance(m, AppliesWhen)), None)

"""How a scenario declares its settings: their part of a treatment's id, and when they apply."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Slug:
    """How a level of this setting is written in a treatment's id, e.g. ``tx{}ms``."""

    pattern: str = "{}"


@dataclass(frozen=True)
class AppliesWhen:
    """The setting has a meaning only while another setting has one of these levels.

    With ``but`` it has a meaning with any levels except these. ``also`` is a second condition.
    """

    setting: str
    levels: tuple[Any, ...]
    but: bool = False
    also: "AppliesWhen | None" = None

    def holds(self, settings: Mapping[str, Any]) -> bool:
        """Whether the setting applies to a treatment with these settings."""
        own = (settings.get(self.setting) in self.levels) is not self.but
        return own and (self.also is None or self.also.holds(settings))

    def __str__(self) -> str:
        """The condition as the end of a sentence."""
        levels = " or ".join(self.levels)
        own = f"{self.setting}: {'anything but ' if self.but else ''}{levels}"
        return f"{own} and {self.also}" if self.also else own

"""Annotations of settings: the text in a treatment's id, and the condition under which a setting applies."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

TreatmentName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$")]
"""A name that an experiment gives treatments. It is a part of their ids."""


@dataclass(frozen=True)
class Slug:
    """The format of a level of the setting in a treatment's id, such as ``tx{}ms``."""

    pattern: str = "{}"


@dataclass(frozen=True)
class AppliesWhen:
    """The condition under which the setting applies: another setting has one of ``levels``."""

    setting: str
    levels: tuple[Any, ...]
    separator: str | None = None
    """The separator between the parts of a level of ``setting``; None: a level is not divided. A level
    matches if one of its parts is among ``levels``."""
    negated: bool = False
    """Whether the condition is negated, so that it holds if the other setting has none of ``levels``."""
    also: "AppliesWhen | None" = None
    """A second condition, which must also hold."""

    def holds(self, settings: Mapping[str, Any]) -> bool:
        """Whether the condition holds for a treatment with these settings."""
        level = settings.get(self.setting)
        parts = str(level).split(self.separator) if self.separator else [level]
        is_met = any(part in self.levels for part in parts) is not self.negated
        return is_met and (self.also is None or self.also.holds(settings))

    def __str__(self) -> str:
        """The condition as the end of a sentence."""
        levels = " or ".join(self.levels)
        condition = f"{self.setting}: {'anything but ' if self.negated else ''}{levels}"
        return f"{condition} and {self.also}" if self.also else condition

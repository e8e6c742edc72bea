"""The client settings of producers and consumers, and how a cell's settings change them.

The golden files have the settings of an at-least-once cell, from which the differences here are.
"""

from typing import Any

from tests.load_programs import programs_of

Difference = dict[str, str | None]
"""Settings that differ from others; None stands for a setting that is missing."""

WITH_JAVA: dict[str, Any] = {"client": "java", "lead_in_seconds": 2}


def producer_settings(semantics: str = "at-least-once", **settings: Any) -> dict[str, str]:
    return programs_of(semantics=semantics, **settings).producer.job.client_settings


def consumer_settings(semantics: str = "at-least-once", **settings: Any) -> dict[str, str]:
    return programs_of(semantics=semantics, **settings).consumers[0].job.client_settings


def difference(settings: dict[str, str], usual: dict[str, str]) -> Difference:
    """What these settings have that the usual ones do not have, or have with another value."""
    keys = settings.keys() | usual.keys()
    return {key: settings.get(key) for key in keys if settings.get(key) != usual.get(key)}

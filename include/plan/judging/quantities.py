"""Times and sizes with a unit, as people and frameworks write them."""

import re

MILLISECONDS = {
    "ns": 1e-6,
    "us": 1e-3,
    "ms": 1,
    "s": 1_000,
    "m": 60_000,
    "min": 60_000,
    "h": 3_600_000,
    "d": 86_400_000,
}

BYTES = {
    "b": 1,
    "kb": 1024,
    "mb": 1024**2,
    "gb": 1024**3,
    "tb": 1024**4,
    "kib": 1024,
    "mib": 1024**2,
    "gib": 1024**3,
}

ISO = re.compile(
    r"[Pp](?:(?P<d>\d+)[Dd])?(?:[Tt](?:(?P<h>\d+)[Hh])?(?:(?P<m>\d+)[Mm])?(?:(?P<s>\d+(?:\.\d+)?)[Ss])?)?"
)
"""A time of ISO 8601, such as ``PT1M30S``."""


def milliseconds_of(text: str) -> str | None:
    """A time in ms; None if the text is none. A number without a unit is one of ms."""
    if (match := ISO.fullmatch(text.strip())) and any(match.groups()):
        return (
            f"{sum(float(part) * MILLISECONDS[unit] for unit, part in match.groupdict().items() if part):.0f}"
        )
    return _in(text, MILLISECONDS)


def bytes_of(text: str) -> str | None:
    """A size in bytes; None if the text is none."""
    return _in(text, BYTES)


def _in(text: str, units: dict[str, float] | dict[str, int]) -> str | None:
    match = re.fullmatch(r"\s*(?P<number>-?\d[\d_]*)\s*(?P<unit>[A-Za-z]*)\s*", text)
    if not match or (match["unit"] and match["unit"].lower() not in units):
        return None
    factor = units[match["unit"].lower()] if match["unit"] else 1
    return f"{int(match['number']) * factor:.0f}"

"""Durations for a person to read."""

from datetime import timedelta


def readable(duration: timedelta) -> str:
    """The duration as ``40 s``, ``3 min`` or ``1.5 h``."""
    seconds = duration.total_seconds()
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"

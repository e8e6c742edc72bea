"""The part of a log that tells a user why a process ended."""

import re
from pathlib import Path

EXCERPT_LINES = 10
"""The number of last lines that are shown, and the maximum number of earlier error lines."""

ERROR_LINE = re.compile(r" (ERROR|FATAL) |^Caused by: |No space left on device|OutOfMemoryError")


def end_of_log(log: Path) -> str:
    """The excerpt of a log file; empty if there is no such file."""
    return end_of_text(log.read_text(encoding="utf-8", errors="replace") if log.exists() else "")


def end_of_text(text: str) -> str:
    """The last lines of a log, preceded by earlier lines that report an error.

    Indented lines are left out: stack frames, and the hundreds of settings that Kafka logs when it starts.
    """
    lines = [line for line in text.splitlines() if line and not line[0].isspace()]
    errors = [line for line in lines[:-EXCERPT_LINES] if ERROR_LINE.search(line)]
    return "\n".join(list(dict.fromkeys(errors))[:EXCERPT_LINES] + lines[-EXCERPT_LINES:])

"""The name of a run, which is also its folder's."""

import re
from datetime import datetime

LONGEST = 100
HISTORY = "history"
KEPT = {
    "latest": "is kept for the link to the newest run",
    HISTORY: "is kept for pages about many runs",
}
"""Names below runs/ that are no run's, and why not."""
ALPHABET = re.compile(r"[A-Za-z0-9._-]+")


class RunIdError(ValueError):
    """A name that can't be a run's."""


def new_run_id(experiment: str, now: datetime) -> str:
    """The experiment's name and the second it was planned, e.g. ``quick-20261121T094500``."""
    return validate_run_id(f"{experiment}-{now:%Y%m%dT%H%M%S}")


def validate_run_id(run_id: str) -> str:
    """The run id itself, when it can be one.

    Raises:
        RunIdError: it can't, and why.
    """
    if reason := refusal(run_id):
        raise RunIdError(f"run id {run_id!r}: {reason}")
    return run_id


def refusal(run_id: str) -> str | None:
    """Why it can't be a run id; None when it can."""
    if not run_id:
        return "is empty"
    if not ALPHABET.fullmatch(run_id):
        return "may only hold letters (a to z), digits, '.', '_' and '-': it names a folder below runs/"
    if run_id.startswith("."):
        return "may not start with a dot: the folder would be hidden"
    if run_id in KEPT:
        return KEPT[run_id]
    if len(run_id) > LONGEST:
        return f"has {len(run_id)} characters; at most {LONGEST} fit"
    return None

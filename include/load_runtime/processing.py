"""The ways in which a consumer reads and processes messages."""

from enum import StrEnum


class Processing(StrEnum):
    """Whether a consumer processes the messages that it receives, and when it commits their offsets."""

    RECEIVE_ONLY = "receive-only"
    """Receive only, as in the published experiment; the client commits at an interval."""
    COMMIT_FIRST = "commit-first"
    """Commit, then process: at most once."""
    PROCESS_FIRST = "process-first"
    """Process, then commit and wait for the broker's answer: at least once."""
    PROCESS_FIRST_ASYNC = "process-first-async"
    """Process, then commit without waiting for the answer: at least once."""
    AUTO_COMMIT = "auto-commit"
    """Process; at an interval the client commits what it has handed over, processed or not."""


class Isolation(StrEnum):
    """Which messages of transactions a consumer receives (``isolation.level``)."""

    READ_COMMITTED = "read_committed"
    READ_UNCOMMITTED = "read_uncommitted"

"""Python, commits before its outputs are flushed."""

from pathlib import Path

from include.scenarios.application.ready_made.registry import PlainPython


class CommitBeforeFlush(PlainPython):
    """Python, commits before its outputs are flushed."""

    name = "commit-before-flush"
    title = "Python, commits before its outputs are flushed"
    semantics = ("at-least-once",)
    mistake = "It commits the offsets before its outputs are acknowledged."
    program = Path(__file__).with_name("app.py")


RECORD = CommitBeforeFlush()

"""Python, commits automatically and sends asynchronously."""

from pathlib import Path

from include.scenarios.application.ready_made.registry import PlainPython


class AutoCommit(PlainPython):
    """Python, commits automatically and sends asynchronously."""

    name = "auto-commit"
    title = "Python, commits automatically and sends asynchronously"
    semantics = ("at-least-once",)
    mistake = "Its client commits offsets at an interval, whether or not the outputs are written."
    program = Path(__file__).with_name("app.py")


RECORD = AutoCommit()

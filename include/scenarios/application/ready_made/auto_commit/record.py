"""Python, commits automatically and sends asynchronously."""

from include.scenarios.application.ready_made.registry import PlainPython

RECORD = PlainPython(
    name="auto-commit",
    title="Python, commits automatically and sends asynchronously",
    semantics=("at-least-once",),
    mistake="Its client commits offsets at an interval, whether or not the outputs are written.",
)

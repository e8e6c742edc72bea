"""Python, commits before its outputs are flushed."""

from include.scenarios.application.ready_made.registry import PlainPython

RECORD = PlainPython(
    name="commit-before-flush",
    title="Python, commits before its outputs are flushed",
    semantics=("at-least-once",),
    mistake="It commits the offsets before its outputs are acknowledged.",
)

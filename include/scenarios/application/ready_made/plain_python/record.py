"""Python with confluent-kafka."""

from pathlib import Path

from include.scenarios.application.ready_made.registry import PlainPython


class PlainPythonCopier(PlainPython):
    """Python with confluent-kafka."""

    name = "plain-python"
    title = "Python with confluent-kafka"
    semantics = ("at-least-once", "exactly-once")
    program = Path(__file__).with_name("app.py")


RECORD = PlainPythonCopier()

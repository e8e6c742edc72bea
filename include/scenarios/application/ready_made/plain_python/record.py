"""Python with confluent-kafka."""

from include.scenarios.application.ready_made.registry import PlainPython

RECORD = PlainPython(
    name="plain-python",
    title="Python with confluent-kafka",
    semantics=("at-least-once", "exactly-once"),
)

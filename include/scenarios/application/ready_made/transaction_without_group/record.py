"""Python, transactions without the offsets."""

from include.scenarios.application.ready_made.registry import PlainPython

RECORD = PlainPython(
    name="transaction-without-group",
    title="Python, transactions without the offsets",
    semantics=("exactly-once",),
    mistake="It commits the offsets outside of the transaction that writes the outputs.",
)

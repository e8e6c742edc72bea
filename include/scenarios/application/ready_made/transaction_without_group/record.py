"""Python, transactions without the offsets."""

from pathlib import Path

from include.scenarios.application.ready_made.registry import PlainPython


class TransactionWithoutGroup(PlainPython):
    """Python, transactions without the offsets."""

    name = "transaction-without-group"
    title = "Python, transactions without the offsets"
    semantics = ("exactly-once",)
    mistake = "It commits the offsets outside of the transaction that writes the outputs."
    program = Path(__file__).with_name("app.py")


RECORD = TransactionWithoutGroup()

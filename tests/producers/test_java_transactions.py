"""The records of the Java producer's transactions, as the cell reads them."""

import subprocess
from pathlib import Path

import pytest

from include.cells.clients import java
from include.producers.producer_files import sent_parts, transactions_part
from include.releases.catalogue import listed
from include.releases.java import find_java
from include.releases.java_compiler import compiled

pytestmark = pytest.mark.brokers  # it starts Java

SCENE = Path(__file__).parent / "java" / "AbortedTransaction.java"


def test_the_messages_of_an_aborted_transaction_are_recorded_before_they_are_sent_again(
    tmp_path: Path,
) -> None:
    _, *jars = java.class_path(f"java-{listed()[-1].version}")
    classes = compiled([*java.sources(), SCENE], jars)
    class_path = ":".join(map(str, [classes, *jars]))
    command = [str(find_java().command), "-cp", class_path, "kerran.AbortedTransaction", str(tmp_path)]
    subprocess.run(command, check=True)
    aborted, sent = (part.to_pylist() for part in sent_parts(tmp_path, "producer"))
    assert [(row["id"], row["created_ns"], row["transaction"]) for row in aborted] == [(0, 10, 0), (1, 11, 0)]
    assert [(row["id"], row["created_ns"], row["transaction"]) for row in sent] == [(0, 30, 1)]
    transactions = transactions_part(tmp_path, "producer").to_pylist()
    assert [(row["messages"], row["outcome"]) for row in transactions] == [(2, "aborted"), (1, "committed")]
    assert all(row["begun_ns"] <= row["commit_called_ns"] <= row["ended_ns"] for row in transactions)

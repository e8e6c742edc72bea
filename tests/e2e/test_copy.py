from pathlib import Path
from typing import Any

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from include.rawlog.manifest import ProgramRecord
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import ids, manifest_of, rows, struck, with_each_client

pytestmark = pytest.mark.brokers


def first_copier(run: Path) -> ProgramRecord:
    return next(program for program in manifest_of(run).programs if program.name == "copier-0")


@with_each_client
@pytest.mark.parametrize("semantics", ["at-most-once", "at-least-once", "exactly-once"])
def test_every_message_is_copied_once_without_a_fault(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any], semantics: str
) -> None:
    cell = struck(run, embedded, scenario="copy", semantics=semantics, **client)
    assert ids(run, "received") == list(range(client["messages"]))
    assert (cell.guarantee, cell.metrics["corrupted"], cell.metrics["phantom"]) == (Verdict.KEPT, 0, 0)
    copier = first_copier(run)
    assert copier.counts["copied"] == client["messages"]
    if semantics == "exactly-once":
        check_record_of_transactions(copier, rows(run, "transactions"))


def check_record_of_transactions(copier: ProgramRecord, recorded: list[dict[str, Any]]) -> None:
    """A copier records its transactions, and the settings of both of its clients."""
    assert {transaction["outcome"] for transaction in recorded} == {"committed"}
    assert sum(transaction["messages"] for transaction in recorded) == copier.counts["copied"]
    assert copier.counts["transactions"] == len(recorded) > 10
    assert (copier.counts["transactions_aborted"], copier.counts["failed"]) == (0, 0)
    assert copier.client_settings["consumer.isolation.level"] == "read_committed"
    assert copier.client_settings["producer.transactional.id"]


@with_each_client
def test_what_a_paused_and_replaced_copier_still_commits_is_refused(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    cell = struck(run, embedded, scenario="copy", semantics="exactly-once", fault="freeze-consumer", **client)
    assert (cell.guarantee, cell.metrics["lost"], cell.metrics["duplicated"]) == (Verdict.KEPT, 0, 0)
    assert first_copier(run).counts["commits_refused"] >= 1

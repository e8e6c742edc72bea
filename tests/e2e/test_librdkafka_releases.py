"""The same cell with an older librdkafka, whose package is fetched once."""

from pathlib import Path

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from include.rawlog.manifest import read_manifest
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import folder_of, measured

pytestmark = [pytest.mark.brokers, pytest.mark.clients]


@pytest.mark.parametrize("release", ["2.0.2", "2.10.1"])
def test_an_older_librdkafka_sends_in_transactions_and_receives(
    run: Path, embedded: EmbeddedCluster, release: str
) -> None:
    factors = {"client": [f"librdkafka-{release}"]}
    cell = measured(run, embedded, factors, semantics="exactly-once")
    assert (cell.guarantee, cell.metrics["acked"], cell.metrics["received"]) == (Verdict.KEPT, 2000, 2000)
    assert read_manifest(folder_of(run)).cell.settings["client"] == f"librdkafka-{release}"

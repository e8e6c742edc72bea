from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from include.cells.kafka_workload import KafkaWorkload
from include.clusters.embedded.cluster import EmbeddedCluster
from include.load.program_descriptions import Program
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import measured
from tests.e2e.proxies import acknowledging

pytestmark = pytest.mark.brokers

TAMPERED = 10
STRIKE = {"request": "Produce", "where": {"nth": 3}, "client": "leave", "synthetic": True}


def struck(run: Path, cluster: EmbeddedCluster, act: str) -> MeasuredCell:
    """Measure a cell whose producer, without idempotence, has ten requests struck."""
    settings: dict[str, Any] = {
        "rate": 50,
        "messages": 150,
        "partitions": 1,
        "unacknowledged_messages": 1,  # each message is a request
        "fault": "strike-request",
        "fault_after": 0.2,
        "fault_until": 0.9,
        "strike": [{**STRIKE, "act": act}] * TAMPERED,
    }
    return measured(run, cluster, semantics="at-least-once", **settings)


def test_messages_that_a_proxy_acknowledges_and_drops_are_lost(
    run: Path, embedded: EmbeddedCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = KafkaWorkload.proxy

    def tampering_proxy(*arguments: Any, **options: Any) -> Program:
        honest = proxy(*arguments, **options)
        assert honest
        return replace(honest, module=acknowledging.__name__)

    monkeypatch.setattr(KafkaWorkload, "proxy", tampering_proxy)
    cell = struck(run, embedded, "drop")
    assert cell.guarantee is Verdict.BROKEN
    assert (cell.metrics["lost"], cell.metrics["gone"], cell.metrics["duplicated"]) == (TAMPERED, TAMPERED, 0)


def test_messages_that_a_proxy_sends_twice_are_duplicates(run: Path, embedded: EmbeddedCluster) -> None:
    cell = struck(run, embedded, "duplicate")
    assert (cell.metrics["lost"], cell.metrics["duplicated"]) == (0, TAMPERED)

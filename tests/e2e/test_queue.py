from pathlib import Path

import pytest

from bench.raw_logs import check, read_table
from include.kinds.cluster_kind import CLUSTER_KINDS
from include.scenarios.queue.systems import KAFKA, servers_by_system
from include.spark_jobs.job.cell import measure_cell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import plan_of, run_only_cell
from tests.scenarios.queue.servers import needed

SERVERS = {KAFKA.name: None, **{name: server.name for name, server in servers_by_system().items()}}
FIXTURES = {None: "embedded_cluster", "redis-server": "redis_server", "rabbitmq-server": "rabbitmq_server"}

SYSTEMS = [
    pytest.param(system, marks=[needed(server), pytest.mark.uses(FIXTURES[server])])
    for system, server in SERVERS.items()
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_queue_fills_and_empties(run: Path, request: pytest.FixtureRequest, system: str) -> None:
    plan = plan_of(run, {"system": [system]}, "queue", messages=2050, message_bytes=600)
    folder = run_only_cell(run, plan, request.getfixturevalue(FIXTURES[SERVERS[system]]))
    manifest = check(folder)
    sent, received = (read_table(folder, f"{name}.parquet").to_pandas() for name in ("sent", "received"))
    assert sent.id.tolist() == received.id.tolist() == list(range(2050))
    assert set(sent.outcome) == {"acked"}
    assert (sent.acked_ns >= sent.created_ns).all()
    assert received.received_ns.min() >= manifest.timings["sent"]
    measured = measure_cell(folder)
    assert measured.guarantee is Verdict.KEPT
    assert measured.tables["tenths"]["messages"].to_pylist() == [205] * 20
    assert (manifest.cluster.kind in CLUSTER_KINDS) is (system == KAFKA.name)


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_beginning_is_not_timed(run: Path, request: pytest.FixtureRequest, system: str) -> None:
    plan = plan_of(run, {"system": [system]}, "queue", messages=500_000, seconds=0.5, lead_in_seconds=0.3)
    folder = run_only_cell(run, plan, request.getfixturevalue(FIXTURES[SERVERS[system]]))
    sent, received = (read_table(folder, f"{name}.parquet").to_pandas() for name in ("sent", "received"))
    assert sent.id.tolist() == received.id.tolist() == list(range(len(sent)))
    assert 0.3e9 < sent.created_ns.max() - sent.created_ns.min() < 0.9e9  # until the batch at 0.8 s
    measured = measure_cell(folder)
    timed = sum(measured.tables["tenths"]["messages"].to_pylist()[:10])
    after_lead_in = (sent.created_ns >= sent.created_ns.min() + 0.3e9).sum()
    assert timed == max(after_lead_in, (len(sent) + 1) // 2)  # a busy machine may send most at the beginning
    assert measured.metrics["generator_cpu"]
    assert measured.metrics["consumer_cpu"]
    assert measured.guarantee is Verdict.KEPT

from pathlib import Path

import pytest

from include.cells.run_cell import run_cell
from include.clients.client_adapters import answer_of
from include.clusters.external.cluster import ExternalCluster
from include.plan.judging.deployment import Deployment
from include.plan.judging.experiment_for_settings import judging_experiment
from include.plan.judging.judge_files import Files, judge_files
from include.plan.judging.possible_clients import possible_clients
from include.plan.overrides import Overrides
from include.plan.planning import make_plan
from include.rawlog.manifest import read_manifest
from include.spark_jobs.job.cell import measure_cell
from include.verdicts.guarantee import Verdict
from tests.clusters.secured import PASSWORD, SecuredCluster, connect
from tests.e2e.cells import plan_of
from tests.session.load_programs import runner_on

pytestmark = pytest.mark.brokers


def with_secrets(secured: SecuredCluster) -> tuple[ExternalCluster, list[bytes]]:
    """An external cluster for a user who has a password and a key, and what is secret of them."""
    user, mine = secured.user(), secured.client
    files = {"ssl.certificate.location": str(mine.certificate), "ssl.key.location": str(mine.key)}
    cluster = connect("kafka_prod", {**secured.scram(user), **files})
    return cluster, [secret.encode() for secret in (PASSWORD, user, mine.key.read_text().splitlines()[1])]


def check_secrets_are_not_written(run: Path, secrets: list[bytes]) -> None:
    written = b"".join(file.read_bytes() for file in run.rglob("*") if file.is_file())
    assert b"kafka_prod" in written
    assert not any(secret in written for secret in secrets)


def test_no_secret_is_in_any_file_of_a_run(run: Path, secured_cluster: SecuredCluster) -> None:
    cluster, secrets = with_secrets(secured_cluster)
    plan = plan_of(run, {"semantics": ["at-least-once", "exactly-once"]})
    for cell in plan.cells:
        assert run_cell(run, plan, cell, cluster, runner_on(cluster))
    settings = read_manifest(run / "cells" / "at-least-once.r01").programs[0].client_settings
    assert settings["security.protocol"] == "sasl_ssl"
    check_secrets_are_not_written(run, secrets)


@pytest.mark.clients
@pytest.mark.parametrize("client", ["java", "java-2.8.2"])
def test_the_java_client_reaches_a_cluster_with_tls_and_scram_and_writes_no_secret(
    run: Path, secured_cluster: SecuredCluster, client: str
) -> None:
    cluster, secrets = with_secrets(secured_cluster)
    plan = plan_of(run, {"semantics": ["exactly-once"], "processing": ["process-first"]}, client=client)
    (cell,) = plan.cells
    assert run_cell(run, plan, cell, cluster, runner_on(cluster))
    measured_cell = measure_cell(run / "cells" / cell.id)
    assert (measured_cell.guarantee, measured_cell.metrics["acked"]) == (Verdict.KEPT, 2000)
    check_secrets_are_not_written(run, secrets)


@pytest.mark.clients
def test_settings_of_java_are_judged_on_the_cluster(
    run: Path, tmp_path: Path, secured_cluster: SecuredCluster
) -> None:
    cluster, secrets = with_secrets(secured_cluster)
    file = tmp_path / "app.properties"
    file.write_text("acks=all\nlinger.ms=7\nbuffer.memory=33554432\nsecurity.protocol=SASL_SSL\n")
    judgement = judge_files(Files(file, None, None), possible_clients(""), answer_of, Deployment())
    overrides = Overrides(repetitions=1, cluster="external:kafka_prod")
    experiment = judging_experiment(judgement.judged, judgement.promise, judgement.baseline, overrides)
    plan = make_plan(experiment, "run", overrides.placement)
    (cell,) = [cell for cell in plan.cells if cell.id.startswith("app.idempotent.kill-producer.")]
    assert run_cell(run, plan, cell, cluster, runner_on(cluster))
    metrics = measure_cell(run / "cells" / cell.id).metrics
    assert (metrics["lost"], bool(metrics["sent_again"])) == (0, True)  # the producer was killed and replaced
    producers = read_manifest(run / "cells" / cell.id).programs[1:]
    assert {producer.client_settings["linger.ms"] for producer in producers} == {"7"}
    check_secrets_are_not_written(run, secrets)

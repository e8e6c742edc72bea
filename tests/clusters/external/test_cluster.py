import logging
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from confluent_kafka.admin import ResourceType  # type: ignore[attr-defined]

from include.clusters.admin_client import admin
from include.clusters.backend import Backend, ClusterRequest
from include.clusters.cluster import Cluster
from include.clusters.external.backend import backend_of_connection
from include.clusters.external.cluster import ExternalCluster
from include.clusters.external.run_write_limit import WriteQuota
from include.clusters.topic_names import name_of
from include.clusters.topics import create_topic
from include.clusters.warm_up import warm_up
from include.machine.errors import PlatformError
from include.machine.processes.wait_until import wait_until
from tests.clusters.certificates import Authority, Certificate
from tests.clusters.secured import NEEDED, PASSWORD, SecuredCluster, all_but, connect
from tests.e2e.cells import plan_of

pytestmark = pytest.mark.brokers


def refusal(extra: dict[str, object]) -> str:
    with pytest.raises(PlatformError) as refused:
        connect("kafka_prod", extra).check()
    message = str(refused.value)
    assert message.startswith("connection kafka_prod: ")
    assert "\n" not in message
    assert PASSWORD not in message
    return message


def place(run: Path, secured: SecuredCluster, **settings: Any) -> Backend:
    """A run of one cell on a cluster; ``settings`` are the cell's, and the connection's where prefixed."""
    ours = {f"kerran.{key[7:]}": settings.pop(key) for key in list(settings) if key.startswith("kerran_")}
    extra = {"kerran.full_load": True, **ours}
    plan = plan_of(run, {"semantics": ["at-least-once"]}, **settings)
    return backend_of_connection("kafka_prod", {**secured.tls(), **extra}, WriteQuota(run, plan))


def start(place: Backend, run: Path) -> Cluster:
    return place.start(ClusterRequest(run / "cluster", "4.3.1"))


def topics(secured: SecuredCluster) -> set[str]:
    return set(admin(secured.superuser.access).list_topics(timeout=10).topics)


def test_tls_and_scram_are_enough_and_a_metadata_request_creates_no_topic(
    secured_cluster: SecuredCluster, external_cluster: ExternalCluster
) -> None:
    external_cluster.check()
    record = external_cluster.record()
    assert (record.kind, record.release, record.brokers) == ("external", "unknown", 3)
    assert record.settings["connection"] == "kafka_test"
    assert PASSWORD not in record.model_dump_json() + repr(external_cluster.access)
    admin(secured_cluster.superuser.access).list_topics("kerran.never", timeout=10)
    assert "kerran.never" not in topics(secured_cluster)


Extra = Callable[[SecuredCluster], dict[str, object]]
"""The settings of a connection to a cluster."""


def with_certificate(secured: SecuredCluster, issued: Certificate | None = None) -> dict[str, object]:
    client = issued or secured.client
    files = {"ssl_certificate_location": str(client.certificate), "ssl_key_location": str(client.key)}
    return secured.tls("MUTUAL", **files)


def with_expired_certificate(secured: SecuredCluster) -> dict[str, object]:
    return with_certificate(secured, secured.authority.issue("old-client", valid=timedelta(hours=-1)))


CERTIFICATE = "perhaps the broker requires a client certificate, or a different client certificate"
WITHOUT_TLS = r"no answer from \S+ with security\.protocol plaintext; check whether"


@pytest.mark.parametrize(
    "extra",
    [
        pytest.param(lambda secured: secured.tls(), id="TLS without authentication"),
        pytest.param(lambda secured: {"bootstrap.servers": bootstrap_of(secured)}, id="no security"),
        pytest.param(with_certificate, id="a certificate of the client"),
        pytest.param(
            lambda secured: {"bootstrap.servers": f"127.0.0.1:1,{bootstrap_of(secured)}"},
            id="one reachable address",
        ),
    ],
)
def test_a_listener_is_reached_with_what_it_wants(secured_cluster: SecuredCluster, extra: Extra) -> None:
    connect("kafka_prod", extra(secured_cluster)).check()


def bootstrap_of(secured: SecuredCluster) -> str:
    """The address of the listener without security."""
    return secured.superuser.access.bootstrap


def without_password(secured: SecuredCluster) -> dict[str, object]:
    return {key: value for key, value in secured.scram("somebody").items() if key != "sasl.password"}


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        (
            lambda _: {"bootstrap.servers": "127.0.0.1:1"},
            r"127\.0\.0\.1:1: Connect to ipv4#127\.0\.0\.1:1 failed: Connection refused; no process listens",
        ),
        (lambda _: {"bootstrap.servers": "nobody.invalid:9092"}, r"Failed to resolve 'nobody\.invalid:9092'"),
        (
            lambda secured: secured.scram(secured.user(), "wrong-password"),
            r"invalid credentials with SASL mechanism SCRAM-SHA-512; check sasl\.username",
        ),
        (lambda secured: secured.tls("EXPIRED"), "is not accepted: certificate has expired"),
        (without_password, r"sasl\.username and sasl\.password must be set"),
        (
            lambda secured: {**secured.tls(), "bootstrap.servers": bootstrap_of(secured)},
            r"this listener (does not|may not) use TLS.*check security\.protocol",
        ),
        (lambda secured: {"bootstrap.servers": secured.bootstrap("TLS")}, WITHOUT_TLS),
        (lambda secured: {"bootstrap.servers": secured.bootstrap("SCRAM")}, WITHOUT_TLS),
        (lambda secured: secured.tls("MUTUAL"), CERTIFICATE),
        (with_expired_certificate, CERTIFICATE),
    ],
)
def test_a_failed_connection_is_explained(secured_cluster: SecuredCluster, extra: Extra, reason: str) -> None:
    assert re.search(reason, refusal(extra(secured_cluster)))


def test_an_unknown_authority_is_reported(secured_cluster: SecuredCluster, tmp_path: Path) -> None:
    message = refusal(secured_cluster.tls(ssl_ca_location=str(Authority(tmp_path, "stranger").certificate)))
    assert "is not accepted: unable to get local issuer certificate; check ssl.ca.location" in message


EVERY_PERMISSION = [(resource, name) for resource, operations in NEEDED.items() for name in operations]


@pytest.mark.parametrize(("resource", "operation"), EVERY_PERMISSION)
def test_a_missing_permission_is_named_before_the_first_cell(
    secured_cluster: SecuredCluster, tmp_path: Path, resource: ResourceType, operation: str
) -> None:
    cluster = connect("kafka_prod", secured_cluster.scram(secured_cluster.user(all_but(resource, operation))))
    with pytest.raises(PlatformError) as refused:
        warm_up(cluster, tmp_path, "run", max_seconds=20, max_bytes=2**20)
    what, kind = operation.capitalize(), resource.name.lower().replace("_", " ")
    assert str(refused.value).startswith(f"{what} on {kind} kerran.run.warm-up")
    assert str(refused.value).endswith(
        f"was denied: the principal of connection kafka_prod needs {what} on {kind}s with the prefix kerran."
    )


def test_a_run_announces_how_much_it_will_write(
    secured_cluster: SecuredCluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    run = tmp_path / "run"
    with caplog.at_level(logging.INFO, "kerran"):
        start(place(run, secured_cluster, messages=100_000, message_bytes=1024), run)
    most = "Up to 357 MiB of messages, replicas included, will be written to connection kafka_prod"
    assert most in caplog.text
    assert "by 1 cell, measured once, and by the warm-up (64 MiB)" in caplog.text


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"kerran_write_limit_mib": 1}, "65 MiB would be written in total, .* and the limit is 1 MiB"),
        ({"kerran_full_load": False}, r"1 cells, such as at-least-once\.r01, have no fixed rate and would"),
        ({"replication": 4}, "has 3 brokers, and the replication of the plan is 4"),
    ],
)
def test_a_run_that_may_not_be_as_it_is_does_not_start(
    secured_cluster: SecuredCluster, tmp_path: Path, settings: dict[str, Any], reason: str
) -> None:
    with pytest.raises(PlatformError, match=reason):
        start(place(tmp_path, secured_cluster, **settings), tmp_path)


def test_a_run_at_a_rate_needs_no_permission(secured_cluster: SecuredCluster, tmp_path: Path) -> None:
    start(place(tmp_path, secured_cluster, kerran_full_load=False, rate=500), tmp_path)


def test_a_run_that_has_exceeded_the_limit_stops(secured_cluster: SecuredCluster, tmp_path: Path) -> None:
    cluster = place(tmp_path, secured_cluster, kerran_write_limit_mib=1).attach(tmp_path / "cluster")
    cluster.check()
    (tmp_path / "cells" / "at-least-once.r01").mkdir(parents=True)
    with pytest.raises(PlatformError, match=r"1 MiB were written, .* the limit is 1 MiB"):
        cluster.check()


@pytest.mark.parametrize("when", ["started", "stopped"])
def test_topics_of_a_killed_run_are_removed_and_no_others(
    secured_cluster: SecuredCluster, tmp_path: Path, when: str
) -> None:
    run = tmp_path / "left"
    topic, others = name_of("left", "at-least-once.r01"), name_of("left.2", "at-least-once.r01")
    for name in (topic, others, f"orders-{when}"):
        create_topic(secured_cluster.superuser.access, name, 1, 1, {})
    extra = {"bootstrap.servers": secured_cluster.superuser.access.bootstrap, "kerran.full_load": True}
    quota = WriteQuota(run, plan_of(run, {"semantics": ["at-least-once"]}))
    there = backend_of_connection("kafka_prod", extra, quota)
    if when == "started":
        start(there, run)
    else:
        there.attach(run / "cluster").stop()
    # Each broker hears of it in its own time, and any of them may answer.
    wait_until(lambda: topic not in topics(secured_cluster), 10, lambda: f"{topic} was not deleted")
    assert {others, f"orders-{when}"} <= topics(secured_cluster)


def test_stopping_an_unreachable_cluster_only_warns(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    quota = WriteQuota(tmp_path, plan_of(tmp_path, {"semantics": ["at-least-once"]}))
    gone = backend_of_connection("kafka_prod", {"bootstrap.servers": "127.0.0.1:1"}, quota)
    gone.attach(tmp_path / "cluster").stop()
    assert "cannot be removed: connection kafka_prod: 127.0.0.1:1" in caplog.text

from pathlib import Path
from typing import Any

import pytest

from include.plan.judging.deployment import BrokerLimits, Deployment, default_limits
from include.plan.validation_errors import ExperimentError
from tests.plan.judging.answers import judgement

OF_CLUSTER = "the limits of the brokers of kafka_prod"


def limited(**limits: Any) -> Deployment:
    """A topic with two replicas in sync, on a cluster with these limits."""
    return Deployment(2, limits=BrokerLimits(OF_CLUSTER, is_of_cluster=True, **limits))


def refusal(folder: Path, deployment: Deployment, client: str = "librdkafka", **texts: str) -> str:
    with pytest.raises(ExperimentError) as error:
        judgement(folder, client=client, deployment=deployment, **texts)
    return str(error.value).replace(f"{folder}/", "")


def test_the_limits_of_a_cluster_decide_in_place_of_the_defaults(tmp_path: Path) -> None:
    producer = "transactional.id=t\ntransaction.timeout.ms=3600000\n"
    default = refusal(tmp_path, Deployment(2), producer=producer)
    assert default.startswith(
        "producer.properties:2: transaction.timeout.ms: 3600000 is not between 1 and 900,000"
    )
    assert "--limits-from" in default
    judgement(tmp_path, deployment=limited(transaction_max_timeout_ms=7_200_000), producer=producer)
    lower = refusal(tmp_path, limited(transaction_max_timeout_ms=1_000_000), producer=producer)
    assert f"1,000,000, {OF_CLUSTER} (transaction.max.timeout.ms): brokers refuse" in lower
    assert "--limits-from" not in lower


def test_a_default_of_the_client_that_brokers_refuse_is_refused(tmp_path: Path) -> None:
    limits = limited(group_min_session_timeout_ms=60_000)
    message = refusal(tmp_path, limits, consumer="enable.auto.commit=false\n")
    assert message.startswith("consumer.properties: session.timeout.ms: 45000 (the client's default) is not")
    assert "consumer refuse" not in message
    judgement(tmp_path, deployment=limits, producer="acks=all\n")  # no consumer is judged
    uses_new_protocol = "enable.auto.commit=false\ngroup.protocol=consumer\n"
    judgement(tmp_path, client="java-4.4.0", deployment=limits, consumer=uses_new_protocol)


def test_a_default_of_a_framework_that_brokers_refuse_is_refused(tmp_path: Path) -> None:
    sink = (
        "connector=kafka\nproperties.bootstrap.servers=b:9092\nsink.delivery-guarantee=exactly-once\n"
        "sink.transactional-id-prefix=orders\n"
    )
    message = refusal(tmp_path, Deployment(2), "java-4.4.0", producer=sink)
    assert message.startswith("producer.properties (Flink): transaction.timeout.ms: 3600000 is not between")


def test_the_largest_batch_of_the_topic_is_compared_with_the_producers_messages(tmp_path: Path) -> None:
    large = "acks=all\nmessage.max.bytes=5000000\n"
    of_topic = limited(max_message_bytes=2_000_000, is_of_topic=True)
    judged = judgement(tmp_path, deployment=of_topic, producer=large).judged
    (said,) = [remark.text for remark in judged.deciding if remark.setting == "max.request.size"]
    assert said.startswith(
        "Brokers refuse batches above 2,000,000 bytes for the topic (its max.message.bytes)"
    )
    enough = limited(max_message_bytes=5_000_000)
    remarks = judgement(tmp_path, deployment=enough, producer=large).judged.deciding
    assert "max.request.size" not in [remark.setting for remark in remarks]
    small = judgement(tmp_path, deployment=limited(max_message_bytes=1_000), producer="acks=all\n").judged
    assert "max.request.size=1000000 (not set)" in [remark.level for remark in small.deciding]


def test_default_limits_are_those_of_the_release() -> None:
    assert default_limits("2.2.2").group_max_session_timeout_ms == 300_000
    assert default_limits("2.4.1").group_max_session_timeout_ms == 1_800_000
    assert [default_limits(release).max_message_bytes for release in ("2.4.1", "2.5.1", "4.4.0")] == [
        1_000_012,
        1_048_588,
        1_048_588,
    ]

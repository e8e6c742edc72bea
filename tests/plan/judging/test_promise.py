from pathlib import Path

import pytest

from include.plan.judging.deployment import Deployment
from tests.plan.judging.answers import judgement, refusal


@pytest.mark.parametrize(
    ("text", "semantics"),
    [
        ("acks=0", "at-most-once"),
        ("acks=all\nretries=0", "at-most-once"),
        ("acks=1", "at-least-once"),
        ("acks=-1", "at-least-once"),
        ("linger.ms=5", "at-least-once"),  # librdkafka's defaults
        ("enable.idempotence=true", "idempotent"),
        ("transactional.id=app", "exactly-once"),
        ("request.required.acks=1\nmessage.send.max.retries=0", "at-most-once"),  # librdkafka's own names
    ],
)
def test_the_producer_decides_on_the_promise(text: str, semantics: str, tmp_path: Path) -> None:
    assert judgement(tmp_path, text).judged.semantics == semantics


def test_a_topic_has_the_in_sync_replicas_of_the_option_or_kafkas_default() -> None:
    assert [Deployment(level).min_insync_replicas for level in (None, 1, 3)] == [1, 1, 3]


def test_a_role_without_a_file_is_safe_in_both_and_is_not_judged(tmp_path: Path) -> None:
    judged = judgement(tmp_path, producer="acks=1")
    assert [contradiction.level for contradiction in judged.judged.contradictions] == ["acks=1"]
    passed = [settings.consumer.passed for settings in (judged.promise, judged.baseline)]
    assert passed == [{"isolation.level": "read_committed"}] * 2
    assert judged.baseline.producer.passed == {}


def test_what_is_misspelt_or_refused_by_the_client_is_named_with_its_line(tmp_path: Path) -> None:
    message = refusal(tmp_path, "acks=all\nlinger.mss=5")
    assert message == "app.properties:2: linger.mss: librdkafka has no such setting; did you mean linger.ms?"
    assert refusal(tmp_path, "acks=all\nbuffer.memory=1000") == (
        "app.properties:2: buffer.memory: librdkafka has no such setting; java has it (--client java)"
    )
    message = refusal(tmp_path, "acks=all\nlinger.ms=five")
    assert message.startswith("app.properties:2: linger.ms: librdkafka refuses 'five': ")
    message = refusal(tmp_path, "acks=1\ntransactional.id=app")
    assert "`acks` must be set to `all` when `enable.idempotence` is true" in message
    message = refusal(tmp_path, "acks=2")
    assert message == "app.properties: acks: 2 is not supported by Kafka's brokers; use 0, 1 or all"
    assert refusal(tmp_path, "acks=all\ndelivery.timeout.ms=9000", "java-4.4.0") == (
        "app.properties: delivery.timeout.ms: 9000 is below 30005, the sum of linger.ms and "
        "request.timeout.ms, and java-4.4.0 refuses this; raise delivery.timeout.ms, or lower "
        "request.timeout.ms"
    )
    assert refusal(tmp_path, "linger.ms=${LINGER}") == (
        "app.properties:1: linger.ms: its value (not shown, because it may be or contain a secret) has a "
        "placeholder; write the value that the client gets"
    )


def test_a_setting_of_the_other_role_is_left_out_with_its_name(tmp_path: Path) -> None:
    judged = judgement(tmp_path, producer="acks=all\nfetch.min.bytes=5", consumer="enable.auto.commit=false")
    assert judged.promise.producer.passed == {"acks": "all"}
    (left_out,) = judged.judged.left_out
    assert left_out.settings == ["fetch.min.bytes"]
    assert left_out.because == "are settings of a consumer, in the file of a producer"


@pytest.mark.parametrize(
    ("role", "text", "setting"),
    [
        ("consumer", "session.timeout.ms=5999\nheartbeat.interval.ms=1000", "session.timeout.ms: 5999"),
        ("producer", "transactional.id=t\ntransaction.timeout.ms=900001", "transaction.timeout.ms: 900001"),
    ],
)
def test_what_brokers_refuse_is_refused_with_the_setting_of_the_brokers(
    role: str, text: str, setting: str, tmp_path: Path
) -> None:
    message = refusal(tmp_path, **{role: text})
    line = 1 + text.splitlines().index(setting.replace(": ", "="))
    assert message.startswith(f"{role}.properties:{line}: {setting} is not between ")


def test_what_brokers_accept_is_accepted(tmp_path: Path) -> None:
    judgement(tmp_path, consumer="session.timeout.ms=6000\nheartbeat.interval.ms=1000")
    judgement(tmp_path, producer="transactional.id=t\ntransaction.timeout.ms=900000")
    judgement(tmp_path, consumer="group.protocol=consumer", client="java-4.4.0")

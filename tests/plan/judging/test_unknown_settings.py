from pathlib import Path

import pytest

from tests.plan.judging.answers import judgement, refusal

QUARKUS = """\
quarkus.application.name=orders
quarkus.kafka.acks=1
"""


def test_a_file_of_a_framework_is_never_judged_by_the_defaults(tmp_path: Path) -> None:
    assert refusal(tmp_path, QUARKUS) == (
        "app.properties:1-2: quarkus.application.name, quarkus.kafka.acks: these keys belong to Quarkus, and "
        "no client of Kafka reads them; give the client's own names (acks=1 instead of quarkus.kafka.acks) "
        "in a file of their own"
    )


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("producer.acks=1", "the own name of librdkafka is acks"),
        ("kafka.producer.enable-idempotence=false", "the own name of librdkafka is enable.idempotence"),
        ("buffer.memory=1000000", "java has it (--client java)"),
        (
            "auto.commit.enabled=false",
            "it has no effect; the right name is enable.auto.commit, which stays true",
        ),
        ("producer.type=sync", "it belonged to the Scala clients, which Kafka 2.0 removed; remove it"),
        (
            "metadata.fetch.timeout.ms=5",
            "Kafka 0.11 removed it from the Java client; use max.block.ms, or remove it",
        ),
        ("linger.mss=5", "did you mean linger.ms?"),
        ("json.acks.wanted=1", "remove it if it is not meant for the client"),
        ("avro.idempotent=false", "did you mean enable.idempotence?"),
        ("basic.auth.retries=0", "the own name of librdkafka is retries"),
        ("sasl.mechanizm=x", "did you mean sasl.mechanism?"),
        ("https.proxy.user=x", "remove it if it is not meant for the client"),
        ("schema.registry.acks=1", "the own name of librdkafka is acks"),
        ("config.providers.vault.class=x", "remove it if it is not meant for the client"),
    ],
)
def test_every_unknown_setting_is_reported_with_what_would_be_right(
    line: str, hint: str, tmp_path: Path
) -> None:
    message = refusal(tmp_path, f"acks=all\n{line}")
    name = line.partition("=")[0]
    assert message == f"app.properties:2: {name}: librdkafka has no such setting; {hint}"


def test_a_setting_that_the_client_does_not_have_is_not_left_out_for_another_reason(tmp_path: Path) -> None:
    for line in ("debug=all", "ssl.ca.location=ca.pem", "metadata.broker.list=b:9092"):
        assert "java-4.4.0 has no such setting; librdkafka has it" in refusal(
            tmp_path, f"acks=all\n{line}", "java-4.4.0"
        )
    assert "librdkafka has no such setting; java has it" in refusal(tmp_path, "acks=1\nsasl.jaas.config=x")


def test_settings_of_known_serializers_are_left_out_by_name(tmp_path: Path) -> None:
    names = (
        "key.serializer", "schema.registry.url", "schema.registry.ssl.truststore.password",
        "basic.auth.user.info", "spring.json.trusted.packages", "avro.remove.java.properties",
    )  # fmt: skip
    judged = judgement(tmp_path, "\n".join(["acks=all", *(f"{name}=x" for name in names)])).judged
    (left_out,) = judged.left_out
    assert left_out.because.startswith("belong to serializers")
    assert left_out.settings == list(names)
    assert judged.passed["producer"] == {"acks": "all"}


def test_the_settings_of_a_provider_are_known_where_the_file_names_the_provider(tmp_path: Path) -> None:
    text = "acks=all\nconfig.providers=env, vault\nconfig.providers.vault.param.uri=x\n"
    (left_out,) = judgement(tmp_path, text, "java-4.4.0").judged.left_out
    assert left_out.settings == ["config.providers", "config.providers.vault.param.uri"]
    assert "config.providers.valt.class: " in refusal(
        tmp_path, f"{text}config.providers.valt.class=x", "java-4.4.0"
    )


def test_a_file_of_which_nothing_reaches_the_client_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path, "# c\nbasic.auth.user.info=x\njson.value.type=x\n") == (
        "app.properties:2-3: all settings of this file belong to serializers, so that nothing reaches the "
        "client; give the client's own settings (such as acks=all)"
    )
    consumers = "bootstrap.servers=b:9092\ngroup.id=g\nenable.auto.commit=false\n"
    assert refusal(tmp_path, producer=consumers) == (
        "producer.properties:2-3: group.id, enable.auto.commit: settings of a consumer, and this file has no "
        "setting of a producer; give it with --consumer"
    )
    message = refusal(tmp_path, consumer="transactional.id=t\n")
    assert message.startswith("consumer.properties:1: transactional.id: settings of a producer, ")
    assert "; give it with --producer" in message
    message = refusal(tmp_path, producer="acks=all", baseline=consumers)
    assert message.startswith("baseline.properties:2-3: group.id, enable.auto.commit: settings of a consumer")


def test_a_file_that_the_client_reads_may_leave_it_its_defaults(tmp_path: Path) -> None:
    judged = judgement(tmp_path, producer="bootstrap.servers=b:9092\nclient.id=a\n")
    assert judged.promise.producer.are_defaults
    assert not judgement(tmp_path, producer="transactional.id=t\n").promise.producer.are_defaults
    assert not judgement(tmp_path, producer="acks=all\n").promise.producer.are_defaults

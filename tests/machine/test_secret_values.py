import shlex
from time import monotonic

import pytest

from include.machine.secret_values import (
    HIDDEN,
    can_be_shown,
    may_be_secret,
    secret_argument,
    secrets_of_environment,
    shown_name,
    with_secrets_hidden,
    without_secrets,
)


@pytest.mark.parametrize(
    "name",
    [
        "sasl.jaas.config", "ssl.key.pem", "ssl_key", "ssl.keystore.key", "ssl.keystore.certificate.chain",
        "sasl.oauthbearer.client.credentials.client.secret", "basic.auth.user.info", "password", "api-key",
        "listener.name.x.ssl.keystore.password", "DB_PASSWD", "bearer.auth.token", "sasl.username",
    ],
)  # fmt: skip
def test_a_setting_may_be_secret_by_its_name(name: str) -> None:
    assert may_be_secret(name)


@pytest.mark.parametrize(
    "name", ["acks", "key.serializer", "ssl.endpoint.identification.algorithm", "max.poll.records", "monkey"]
)
def test_a_setting_without_a_secret_is_none(name: str) -> None:
    assert not may_be_secret(name)


@pytest.mark.parametrize(
    ("value", "can_be"),
    [
        ("all", True),
        ("all # a comment", True),
        ("org.apache.kafka.clients.consumer.CooperativeStickyAssignor", True),
        ("range,roundrobin", True),
        ("5sasl.password hush", False),
        ("5linger=hush", False),
        ("${ACKS:-hush}", False),
        ("https://user:hush@host", False),
        ("MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", False),
        ("a\nhush", False),
    ],
)
def test_a_value_is_shown_only_if_it_cannot_be_a_secret(value: str, can_be: bool) -> None:
    assert can_be_shown(value) == can_be


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("spring.kafka.producer.acks", "spring.kafka.producer.acks"),
        ("%dev.mp.messaging.incoming.ordersTopic.acks", "%dev.mp.messaging.incoming.ordersTopic.acks"),
        ("spring.kafka.consumers[0].acks", "spring.kafka.consumers[0].acks"),
        ("KAFKA_PRODUCER_ACKS", "KAFKA_PRODUCER_ACKS"),
        ("producer.ssl.key.password", "producer.ssl.key.password"),
        ("sasl.passwordhush", "sasl.password…"),
        ("MIIEvQIBADANBg", None),
        ("sasl.password;hush", None),
        ("hush-5", None),
    ],
)
def test_a_name_is_shown_only_as_far_as_it_cannot_be_a_secret(name: str, shown: str | None) -> None:
    assert shown_name(name) == shown


def test_secrets_are_refused_where_settings_are_recorded() -> None:
    assert without_secrets({"acks": 1}) == {"acks": 1}
    with pytest.raises(ValueError, match=r"^sasl\.password may be secret") as refused:
        without_secrets({"acks": 1, "sasl.password": "hush"})
    assert "hush" not in str(refused.value)


def test_secrets_are_hidden_in_the_output_of_a_program() -> None:
    secrets = secrets_of_environment(
        {"DB_PASSWORD": "hush hush", "API_TOKEN": "hush", "USER_TOKEN": "abc", "HOME": "/root"}
    )
    assert secrets == ["hush hush", "hush"]
    output = "abc hush hush and hush\nsasl.password = topsecret\nssl.keystore.password: null, acks = all\n"
    hidden = "abc … and …\nsasl.password = …\nssl.keystore.password: … acks = all\n"
    assert with_secrets_hidden(output, secrets) == hidden


def test_a_secret_of_several_lines_and_the_login_of_an_address_are_hidden_too() -> None:
    secrets = secrets_of_environment({"SSL_KEY": "-----BEGIN-----\nMIIEvQ\n-----END-----"})
    output = "\tMIIEvQ\njdbc:pg://u:hunter2@h/db and http://h/a by u@h"
    assert with_secrets_hidden(output, secrets) == "\t…\njdbc:pg://…@h/db and http://h/a by u@h"


def test_a_long_word_in_an_output_is_read_once() -> None:
    began = monotonic()
    with_secrets_hidden("x" * 300_000, [])
    assert monotonic() - began < 10


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ("app --password=hunter2", "--password"),
        ("app --db.password hunter2", "--db.password"),
        ("java -Dspring.datasource.password=hunter2 App", "-Dspring.datasource.password"),
        ("app 'jdbc:pg://h/db?user=u&password=hunter2'", "password"),
        ("app jdbc:pg://u:hunter2@h/db", "an address with a login"),
        ('app \'{"sasl.password": "hunter2"}\'', "sasl.password"),
        ("app --password-file /run/secrets/db --token-file=x --token={group} --verbose-token", None),
        ("java -cp libs/oauth-token.jar:libs/credentials-1.2.jar App {bootstrap_servers}", None),
        ("java -jar /srv/app/build/libs/shop-all-3f2a9c81d7e64b0f.jar --threads 4", None),
    ],
)
def test_a_command_line_with_a_secret_is_known_by_its_name(command: str, named: str | None) -> None:
    assert secret_argument(shlex.split(command)) == named


@pytest.mark.parametrize(
    "name",
    [
        *("password", "passwd", "passphrase", "pwd", "secret", "token", "credential", "jaas", "keytab"),
        *(
            "api-key",
            "private",
            "user.name",
            "user_info",
            "certificate.chain",
            "assertion",
            "ssl.key",
            "x_pem",
        ),
    ],
)
def test_every_name_that_may_be_secret_hides_the_value_that_follows_it(name: str) -> None:
    assert with_secrets_hidden(f"it has {name}=hunter22 in it", []) == f"it has {name}={HIDDEN} in it"

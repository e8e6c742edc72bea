from pathlib import Path

import pytest

from include.clusters.external.connection import read_connection
from include.clusters.external.connection_probe import ConnectionProbe
from include.machine.errors import PlatformError

BROKERS = {"bootstrap.servers": "broker:9093"}
SECRET = "not-to-be-shown"  # noqa: S105


def test_a_connection_needs_only_addresses_and_passes_no_setting_of_kerran_on() -> None:
    connection = read_connection("kafka_prod", BROKERS)
    assert connection.access.settings == {"bootstrap.servers": "broker:9093"}
    assert (connection.name, connection.release, connection.write_limit) == ("kafka_prod", "unknown", 2**30)
    connection = read_connection("c", {**BROKERS, "kerran.release": "3.9.1", "kerran.write_limit_mib": 0.5})
    assert (connection.release, connection.write_limit) == ("3.9.1", 2**19)
    assert list(connection.access.settings) == ["bootstrap.servers"]
    access = read_connection("c", {**BROKERS, "enable.ssl.certificate.verification": False}).access
    assert access.security == {"enable.ssl.certificate.verification": "false"}


def test_the_text_of_files_replaces_their_paths_unless_they_are_too_large(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("certificate")
    access = read_connection("c", {**BROKERS, "ssl.ca.location": str(file)}).access
    assert access.security == {"ssl.ca.pem": "certificate"}
    file.write_text("certificate" * 10_000)
    with pytest.raises(PlatformError, match=r"ca\.pem has 107 KiB, and 64 KiB are the limit; give a file"):
        read_connection("c", {**BROKERS, "ssl.ca.location": str(file)})


@pytest.mark.parametrize(
    ("extra", "problem"),
    [
        ({}, "connection c: its extra field has no bootstrap.servers"),
        ({"sasl.pasword": SECRET}, "sasl.pasword: librdkafka has no such setting; did you mean sasl.p"),
        ({"acks": "1"}, "acks: is a setting of the experiment"),
        ({"acks": "1", "group.id": "mine"}, "; group.id: is a setting of the experiment"),
        ({"group.id": "mine"}, "group.id: is a setting of the experiment"),
        ({"socket.timeout.ms": 100}, "socket.timeout.ms: is a setting of the experiment"),
        ({"security.protocol": "tls"}, 'security.protocol: Invalid value "tls"'),
        ({"ssl.keystore.location": "k.p12"}, "ssl.keystore.location: names a file, which a container"),
        ({"ssl.ca.location": "/nowhere.pem"}, "ssl.ca.location: /nowhere.pem cannot be read: No such file"),
        ({"ssl.ca.location": "/"}, "ssl.ca.location: / is a folder"),
        ({"sasl.password": {"value": SECRET}}, "sasl.password: is neither text nor a number"),
        ({"kerran.limit": 1}, "kerran.limit: this setting does not exist; did you mean kerran.write_li"),
        ({"kerran.full_load": "maybe"}, "kerran.full_load: 'maybe' is neither true nor false"),
        ({"kerran.write_limit_mib": "much"}, "kerran.write_limit_mib: 'much' is not a number of MiB greater"),
    ],
)
def test_refused_settings_are_named_without_secrets(extra: dict[str, object], problem: str) -> None:
    with pytest.raises(PlatformError) as refused:
        read_connection("c", extra if not extra else {**BROKERS, **extra})
    assert problem in str(refused.value)
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize(
    "extra",
    [
        {"security.protocol": f"ssl sasl.password={SECRET}"},
        {"enable.ssl.certificate.verification": f"x\n{SECRET}"},
        {"security.protocol": "ssl", "ssl.key.pem": f"-----BEGIN PRIVATE KEY-----\n{SECRET}"},
        {"ssl.key.location": f"-----BEGIN PRIVATE KEY-----\n{SECRET}"},
        {"ssl.key.location": f"{SECRET}\0"},
        {f"sasl.password={SECRET}": ""},
        {f"sasl.password{SECRET}": ""},
        {"sasl.jaas.config": SECRET},
        {"kerran.full_load": f"token {SECRET}"},
        {"client.dns.lookup": f"https://user:{SECRET}@host"},
        {"acks": SECRET},
    ],
)
def test_a_damaged_connection_is_refused_without_its_secrets(extra: dict[str, object]) -> None:
    with pytest.raises(PlatformError, match=r"^connection c: ") as refused:
        ConnectionProbe(read_connection("c", {**BROKERS, **extra}).access)
    assert SECRET not in str(refused.value)


def test_the_text_of_a_connection_contains_no_secret() -> None:
    connection = read_connection("c", {**BROKERS, "sasl.username": "user", "sasl.password": SECRET})
    assert SECRET not in repr(connection)
    assert SECRET not in str(connection)

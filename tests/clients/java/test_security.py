import pytest

from include.clients.java.security import java_security
from include.load.client_choice import ClientChoice
from include.machine.errors import PlatformError

JAVA = ClientChoice("java", "4.4.0")
KEY = "-----BEGIN PRIVATE KEY-----\nMII"


def test_a_user_and_a_password_are_a_login_module() -> None:
    settings = {
        "security.protocol": "sasl_ssl",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.username": "me",
        "sasl.password": 'a"b\\c',
        "client.id": "app",
    }
    assert java_security(JAVA, settings) == {
        "security.protocol": "SASL_SSL",
        "sasl.mechanism": "SCRAM-SHA-512",
        "sasl.jaas.config": (
            "org.apache.kafka.common.security.scram.ScramLoginModule required "
            'username="me" password="a\\"b\\\\c";'
        ),
        "client.id": "app",
    }


def test_certificates_are_stores_in_pem() -> None:
    settings = {
        "ssl.ca.pem": "authority",
        "ssl.certificate.pem": "mine",
        "ssl.key.pem": KEY,
        "ssl.endpoint.identification.algorithm": "none",
    }
    assert java_security(JAVA, settings) == {
        "ssl.truststore.type": "PEM",
        "ssl.truststore.certificates": "authority",
        "ssl.keystore.type": "PEM",
        "ssl.keystore.certificate.chain": "mine",
        "ssl.keystore.key": KEY,
        "ssl.endpoint.identification.algorithm": "",
    }


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (
            {"enable.ssl.certificate.verification": "false"},
            "Kerran cannot pass enable.ssl.certificate.verification to java",
        ),
        ({"sasl.mechanism": "OAUTHBEARER"}, "by OAUTHBEARER, only by PLAIN, SCRAM"),
        ({"ssl.key.pem": "-----BEGIN RSA PRIVATE KEY-----secret"}, "openssl pkcs8 -topk8"),
    ],
)
def test_what_the_client_lacks_is_refused_without_the_value(settings: dict[str, str], problem: str) -> None:
    with pytest.raises(PlatformError, match=problem) as refused:
        java_security(JAVA, settings)
    assert "secret" not in str(refused.value)


def test_a_client_that_does_not_read_pem_is_refused() -> None:
    reason = r"java-2\.6\.3 does not support ssl\.ca\.pem: .* since Kafka 2\.7"
    with pytest.raises(PlatformError, match=reason):
        java_security(ClientChoice("java", "2.6.3"), {"ssl.ca.pem": "authority"})

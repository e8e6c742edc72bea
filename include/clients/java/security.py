"""Translate librdkafka's connection settings into settings of the Java client.

Certificates and keys are texts in PEM, which the Java client accepts from Kafka 2.7 on (KIP-651). Source:
https://kafka.apache.org/documentation/#security.
"""

from collections.abc import Iterator, Mapping

from include.load.client_choice import ClientChoice
from include.machine.errors import PlatformError
from include.machine.releases.versions import Version, feature_of

FIRST_WITH_PEM: Version = (2, 7)

SAME = ("client.id", "client.dns.lookup", "socket.connection.setup.timeout.ms", "ssl.key.password")

LOGIN_MODULES = {
    "PLAIN": "org.apache.kafka.common.security.plain.PlainLoginModule",
    "SCRAM-SHA-256": "org.apache.kafka.common.security.scram.ScramLoginModule",
    "SCRAM-SHA-512": "org.apache.kafka.common.security.scram.ScramLoginModule",
}

PKCS8_HEADERS = ("-----BEGIN PRIVATE KEY-----", "-----BEGIN ENCRYPTED PRIVATE KEY-----")
"""The first lines of the private keys that the Java client accepts: PKCS #8, encrypted or not."""


def java_security(client: ClientChoice, settings: Mapping[str, str]) -> dict[str, str]:
    """The Java client's connection settings, translated from librdkafka's settings.

    Raises:
        PlatformError: The client has no counterpart of a setting. The message names the setting, but not its
            value.
    """
    return dict(_translated(client, settings))


def _translated(client: ClientChoice, settings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, value in settings.items():
        match name:
            case "security.protocol":
                yield name, value.upper()
            case "ssl.ca.pem":
                _check_pem(client, name)
                yield from (("ssl.truststore.type", "PEM"), ("ssl.truststore.certificates", value))
            case "ssl.certificate.pem":
                _check_pem(client, name)
                yield from (("ssl.keystore.type", "PEM"), ("ssl.keystore.certificate.chain", value))
            case "ssl.key.pem":
                yield "ssl.keystore.key", _checked_key(client, value)
            case "ssl.endpoint.identification.algorithm":
                yield name, "" if value == "none" else value
            case "sasl.mechanism" | "sasl.mechanisms":
                yield "sasl.mechanism", value
                yield "sasl.jaas.config", _login(client, value, settings)
            case "sasl.username" | "sasl.password":
                continue  # a part of sasl.jaas.config
            case _ if name in SAME:
                yield name, value
            case _:
                raise PlatformError(
                    f"Kerran cannot pass {name} to {client}; use librdkafka, which supports this setting"
                )


def _check_pem(client: ClientChoice, name: str) -> None:
    if client.release and feature_of(client.release) < FIRST_WITH_PEM:
        raise PlatformError(
            f"{client} does not support {name}: Java's client accepts PEM certificates since Kafka 2.7"
        )


def _checked_key(client: ClientChoice, key: str) -> str:
    if not key.lstrip().startswith(PKCS8_HEADERS):
        raise PlatformError(
            f"{client} cannot read the key in ssl.key.location, because the key is not in PKCS #8 format; "
            "convert the key by openssl pkcs8 -topk8 -nocrypt -in <key> -out <new key>"
        )
    return key


def _login(client: ClientChoice, mechanism: str, settings: Mapping[str, str]) -> str:
    """The value of ``sasl.jaas.config`` for a user and a password."""
    module = LOGIN_MODULES.get(mechanism)
    if module is None:
        raise PlatformError(
            f"Kerran cannot authenticate {client} by {mechanism}, only by {', '.join(LOGIN_MODULES)}; use "
            f"librdkafka, which supports {mechanism}"
        )
    user, password = (_quoted(settings.get(f"sasl.{name}", "")) for name in ("username", "password"))
    return f"{module} required username={user} password={password};"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

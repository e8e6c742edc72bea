"""Certificates of a test's own authority, as PEM files."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

DAY = timedelta(days=1)
Key = ec.EllipticCurvePrivateKey


@dataclass(frozen=True)
class Certificate:
    """A certificate and its key, each in a file, and both in a third, as Java reads them."""

    certificate: Path
    key: Path
    both: Path


class Authority:
    """Signs certificates, and is trusted by whoever has its own."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        usage = x509.BasicConstraints(ca=True, path_length=None)
        signed = self._builder(self._name, self._key, DAY).add_extension(usage, critical=True)
        self.certificate = folder / f"{name}.pem"
        self.certificate.write_bytes(signed.sign(self._key, SHA256()).public_bytes(Encoding.PEM))

    def issue(self, name: str, valid: timedelta = DAY) -> Certificate:
        """A certificate for this machine's loopback, valid from yesterday until so long from now."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        addresses = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        signed = self._builder(subject, key, valid).add_extension(addresses, critical=False)
        certificate = signed.sign(self._key, SHA256()).public_bytes(Encoding.PEM)
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        files = Certificate(*(self._folder / f"{name}-{part}.pem" for part in ("certificate", "key", "both")))
        files.certificate.write_bytes(certificate)
        files.key.write_bytes(secret)
        files.both.write_bytes(secret + certificate)
        return files

    def _builder(self, subject: x509.Name, key: Key, valid: timedelta) -> x509.CertificateBuilder:
        now = datetime.now(UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - 2 * DAY)
            .not_valid_after(now + valid)
        )

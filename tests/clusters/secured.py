"""Brokers as somebody else would run them: behind TLS and SCRAM, with permissions for everything.

They have the listeners of a started cluster too, through which the test is the superuser, and brokers create
topics that are asked for, as many a cluster does.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from unittest.mock import Mock
from uuid import uuid4

from confluent_kafka.admin import (  # type: ignore[attr-defined]
    AclBinding,
    AclOperation,
    AclPermissionType,
    ResourcePatternType,
    ResourceType,
    ScramCredentialInfo,
    ScramMechanism,
    UserScramCredentialUpsertion,
)

from include.clusters.admin_client import admin
from include.clusters.backend import ClusterRequest
from include.clusters.embedded import startup
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.cluster_layout import ClusterLayout, Node
from include.clusters.embedded.metadata_mode import KRaft
from include.clusters.external.cluster import ExternalCluster
from include.clusters.external.connection import read_connection
from include.clusters.external.run_write_limit import WriteQuota
from include.machine.errors import PlatformError
from include.machine.networks.ports import LOOPBACK, free_ports
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.wait_until import wait_until
from include.machine.releases.versions import DEFAULT_RELEASE
from tests.clusters.certificates import Authority, Certificate

LISTENERS = {"SCRAM": "SASL_SSL", "TLS": "SSL", "MUTUAL": "SSL", "EXPIRED": "SSL"}
"""What a client may connect to, beside the superuser's: each on a port of its own."""

PASSWORD = "a-password-to-be-found-nowhere"  # noqa: S105

NEEDED = {
    ResourceType.TOPIC: ["CREATE", "DELETE", "READ", "WRITE"],
    ResourceType.GROUP: ["READ"],
    ResourceType.TRANSACTIONAL_ID: ["WRITE"],
}
"""The permissions with which an experiment runs; each of them includes to describe."""

Permissions = Mapping[ResourceType, list[str]]


def connect(name: str, extra: Mapping[str, object]) -> ExternalCluster:
    """The cluster of an Airflow connection, for a run that writes nothing and has no topics."""
    quota = Mock(spec=WriteQuota, replication=1, written_bytes=lambda: 0, owns=lambda _topic: False)
    return ExternalCluster(read_connection(name, extra), quota)


def all_but(resource: ResourceType, operation: str) -> Permissions:
    """What is needed, but for one permission."""
    return {**NEEDED, resource: [name for name in NEEDED[resource] if name != operation]}


class Secured(KRaft):
    """Brokers with these listeners, whose ports it chooses."""

    def __init__(self, authority: Authority) -> None:
        self._authority = authority
        self._valid = authority.issue("broker")
        self._expired = authority.issue("expired", valid=timedelta(hours=-1))
        self.ports: dict[str, list[int]] = {}

    def prepare(self, layout: ClusterLayout) -> list[Node]:
        nodes = super().prepare(layout)
        ports = free_ports(len(nodes) * len(LISTENERS))
        self.ports = {name: ports[place :: len(LISTENERS)] for place, name in enumerate(LISTENERS)}
        for place, node in enumerate(nodes):
            file = layout.folder / f"{node.name}.properties"
            text = file.read_text()
            (listeners,) = [line for line in text.splitlines() if line.startswith("listeners=")]
            more = [f"{name}://{LOOPBACK}:{ports[place]}" for name, ports in self.ports.items()]
            every = ",".join([listeners.removeprefix("listeners="), *more])
            settings = {"listeners": every, **self._security()}
            file.write_text(text + "".join(f"{key}={value}\n" for key, value in settings.items()))
        return nodes

    def _security(self) -> dict[str, str]:
        protocols = {"CONTROLLER": "PLAINTEXT", "PLAINTEXT": "PLAINTEXT", **LISTENERS}
        settings = {
            "listener.security.protocol.map": ",".join(map(":".join, protocols.items())),
            "inter.broker.listener.name": "PLAINTEXT",
            "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
            "super.users": "User:ANONYMOUS",  # whoever comes through the listener without security
            "auto.create.topics.enable": "true",
            "listener.name.scram.sasl.enabled.mechanisms": "SCRAM-SHA-512",
            "listener.name.scram.scram-sha-512.sasl.jaas.config": (
                "org.apache.kafka.common.security.scram.ScramLoginModule required;"
            ),
            "listener.name.mutual.ssl.client.auth": "required",
        }
        for name in LISTENERS:
            certificate = self._expired if name == "EXPIRED" else self._valid
            of_listener = f"listener.name.{name.lower()}.ssl"
            settings |= {
                f"{of_listener}.keystore.type": "PEM",
                f"{of_listener}.keystore.location": str(certificate.both),
                f"{of_listener}.truststore.type": "PEM",
                f"{of_listener}.truststore.location": str(self._authority.certificate),
            }
        return settings


@dataclass(frozen=True)
class SecuredCluster:
    """The brokers, where they listen, and who may do what."""

    superuser: EmbeddedCluster
    authority: Authority
    client: Certificate
    ports: dict[str, list[int]]

    def bootstrap(self, listener: str) -> str:
        return ",".join(f"{LOOPBACK}:{port}" for port in self.ports[listener])

    def tls(self, listener: str = "TLS", **settings: str) -> dict[str, object]:
        """A connection's extra for a listener with TLS; dots in keys are written as underscores."""
        return {
            "bootstrap.servers": self.bootstrap(listener),
            "security.protocol": "ssl",
            "ssl.ca.location": str(self.authority.certificate),
            **{key.replace("_", "."): value for key, value in settings.items()},
        }

    def scram(self, user: str, password: str = PASSWORD) -> dict[str, object]:
        """A connection's extra for a user of the listener with SCRAM."""
        scram = {"security.protocol": "sasl_ssl", "sasl.mechanism": "SCRAM-SHA-512"}
        return {**self.tls("SCRAM"), **scram, "sasl.username": user, "sasl.password": password}

    def user(self, permissions: Permissions = NEEDED) -> str:
        """A new user, who may do so on what begins with ``kerran.``, and nothing else."""
        name = f"user-{uuid4().hex[:8]}"
        self.allow(name, permissions)
        client = admin(self.superuser.access)
        mechanism = ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096)
        upsertion = UserScramCredentialUpsertion(name, mechanism, PASSWORD.encode())
        client.alter_user_scram_credentials([upsertion])[name].result()
        for broker in self.bootstrap("SCRAM").split(","):
            # A broker that lets the user in has heard of the permissions, which were given before.
            wait_until(partial(self._lets_in, name, broker), 30, lambda: f"{name} can't log in")
        return name

    def _lets_in(self, user: str, broker: str) -> bool:
        try:
            connect("test", {**self.scram(user), "bootstrap.servers": broker}).check()
        except PlatformError:
            return False
        return True

    def allow(self, user: str, permissions: Permissions) -> None:
        """Give a user, or whoever a certificate names, permissions."""
        prefixed, allow = ResourcePatternType.PREFIXED, AclPermissionType.ALLOW
        rules = [
            AclBinding(resource, "kerran.", prefixed, f"User:{user}", "*", AclOperation[operation], allow)
            for resource, operations in permissions.items()
            for operation in operations
        ]
        client = admin(self.superuser.access)
        for created in client.create_acls(rules).values() if rules else []:
            created.result()


@contextmanager
def started(folder: Path) -> Iterator[SecuredCluster]:
    authority = Authority(folder)
    mode = Secured(authority)
    owner = ProcessIdentity.of(os.getpid())
    cluster = startup.start(ClusterRequest(folder / "cluster", DEFAULT_RELEASE, owner), mode=mode)
    try:
        yield SecuredCluster(cluster, authority, authority.issue("client"), mode.ports)
    finally:
        cluster.stop()

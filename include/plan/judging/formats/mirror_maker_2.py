"""MirrorMaker 2: ``<cluster>.producer.*`` and ``<cluster>.consumer.*``, also for a single flow.

Source: Kafka's ``MirrorMakerConfig``, and https://kafka.apache.org/documentation/#georeplication.
"""

import re
from collections.abc import Sequence

from include.load.client_choice import Role
from include.plan.judging import connect_clients
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, value_in

FLOW = re.compile(r"(?P<source>[^\s.]+)->(?P<target>[^\s.]+)\.(?P<key>.+)")

END_OF_FLOW = {Role.PRODUCER: "target", Role.CONSUMER: "source"}
"""The cluster of a flow with which a client is connected."""

PREFIXES_IN_FLOW = {
    Role.PRODUCER: ("producer.override.",),
    Role.CONSUMER: ("consumer.", "source.consumer."),
}
"""The prefixes of a client's settings in the keys of a flow, such as ``A->B.producer.override.acks``."""

CONDUCT = (
    "MirrorMaker 2 reads a message from one cluster and writes it to another one, and stores its offsets "
    "afterwards: after a failure, messages may be written twice."
)


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of each cluster: the producer that writes to it, or the consumer that reads from it."""
    entries = file.entries
    clusters = [name.strip() for name in value_in(entries, "clusters").split(",") if name.strip()]
    prefixes = tuple(f"{name}." for name in clusters)
    shared = [
        entry for entry in entries if not entry.name.startswith(prefixes) and not FLOW.match(entry.name)
    ]
    clients = tuple(f"{role}." for role in Role)
    exact = [
        cluster
        for cluster in clusters
        if role is Role.PRODUCER and connect_clients.sends_exactly_once(below(f"{cluster}.", entries))
    ]
    return [
        ClientInFile(
            cluster,
            settings := [*below(f"{cluster}.{role}.", entries), *_of_flows(cluster, role, entries)],
            has_own=bool(settings) or cluster in exact,
            defaults=connect_clients.DEFAULTS[role],
            fixed=connect_clients.EXACTLY_ONCE_SETTINGS if cluster in exact else {},
            conduct=[connect_clients.EXACTLY_ONCE if cluster in exact else CONDUCT],
            other=[entry for entry in shared if not entry.name.startswith(clients)],
            stray=[entry for entry in shared if entry.name.startswith(clients)],
        )
        for cluster in clusters
    ]


def _of_flows(cluster: str, role: Role, entries: Sequence[FileEntry]) -> list[FileEntry]:
    """The settings that the client of a cluster gets in a flow."""
    keys = [
        entry._replace(name=match["key"])
        for entry in entries
        if (match := FLOW.fullmatch(entry.name)) and match[END_OF_FLOW[role]] == cluster
    ]
    return [entry for prefix in PREFIXES_IN_FLOW[role] for entry in below(prefix, keys)]


RECORD = SettingsFormat(
    name="mirror-maker-2",
    title="MirrorMaker 2",
    clients=JAVA,
    recognises=lambda file: any(
        entry.name == "clusters" or FLOW.fullmatch(entry.name) for entry in file.entries
    ),
    clients_in=clients_in,
)

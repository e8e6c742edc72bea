"""MirrorMaker 2: ``<cluster>.producer.*`` and ``<cluster>.consumer.*``.

Source: https://kafka.apache.org/documentation/#georeplication.
"""

import re

from include.load.client_choice import Role
from include.plan.judging import connect_clients
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import JAVA, ClientInFile, SettingsFormat, below, value_in

FLOW = re.compile(r"\S+->\S+\.enabled")

CONDUCT = (
    "MirrorMaker 2 reads a message from one cluster and writes it to another one, and stores its offsets "
    "afterwards: after a failure, messages may be written twice."
)


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of each cluster: the producer that writes to it, or the consumer that reads from it."""
    entries = file.entries
    clusters = [name.strip() for name in value_in(entries, "clusters").split(",") if name.strip()]
    prefixes = tuple(f"{name}." for name in (*clusters, *(str(role) for role in Role)))
    shared = below(f"{role}.", entries)
    others = [entry for entry in entries if not entry.name.startswith(prefixes)]
    return [
        ClientInFile(
            cluster,
            [*shared, *below(f"{cluster}.{role}.", entries)],
            has_own=bool(below(f"{cluster}.{role}.", entries)),
            defaults=connect_clients.DEFAULTS[role],
            conduct=[CONDUCT],
            other=[entry for entry in others if not entry.name.startswith(("source.", "target."))],
            stray=[entry for entry in others if entry.name.startswith(("source.", "target."))],
        )
        for cluster in clusters
    ]


RECORD = SettingsFormat(
    name="mirror-maker-2",
    title="MirrorMaker 2",
    clients=JAVA,
    recognises=lambda file: any(
        entry.name == "clusters" or FLOW.fullmatch(entry.name) for entry in file.entries
    ),
    clients_in=clients_in,
)

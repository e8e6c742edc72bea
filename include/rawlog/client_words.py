"""The client library of a cell in words."""

from include.rawlog.manifest import Manifest
from include.scenarios.clients.registry import DEFAULT_CLIENT, release_of


def client_words(manifest: Manifest) -> str:
    """The client library with its version, and the language of the load programs; empty if unknown."""
    level = str(manifest.cell.settings.get("client") or DEFAULT_CLIENT)
    if level != DEFAULT_CLIENT:
        return " ".join(filter(None, ("Kafka's Java client", release_of(level), "(Java programs)")))
    version = manifest.host.versions.get(DEFAULT_CLIENT)
    return f"{DEFAULT_CLIENT} {version} (Python programs)" if version else ""

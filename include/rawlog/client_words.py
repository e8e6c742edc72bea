"""The client library of a cell in words."""

from include.load_runtime.client_choice import DEFAULT_CLIENT, ClientChoice
from include.rawlog.manifest import Manifest
from include.scenarios.clients.registry import client_of


def client_words(manifest: Manifest) -> str:
    """The client library with its version, and the language of the load programs; empty if unknown."""
    choice = ClientChoice.parse(str(manifest.cell.settings.get("client") or DEFAULT_CLIENT))
    version = choice.release or manifest.host.versions.get(choice.name)
    client = client_of(choice)
    return f"{client.library} {version} ({client.language} programs)" if version else ""

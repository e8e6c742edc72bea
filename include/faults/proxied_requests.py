"""The proxy through which requests are struck, and what it has counted."""

from include.faults.scene import FaultError, Scene
from include.load.events import EventKind


def proxy_of(scene: Scene, fault: str) -> str:
    """The name of the cell's proxy.

    Raises:
        FaultError: The cell has no proxy.
    """
    if scene.programs.proxy is None:
        raise FaultError(f"{fault} needs a proxy before the brokers")
    return scene.programs.proxy.name


def count_of(scene: Scene, proxy: str, name: str) -> int:
    """The number of requests that the proxy has ``struck``, or of strikes that are ``complete``."""
    event = scene.supervisor.latest_event(proxy, EventKind.PROGRESS)
    return event.counts[name] if event else 0
